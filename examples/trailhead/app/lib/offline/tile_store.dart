import 'package:sqlite3/sqlite3.dart';

/// Tiles of the downloaded region packages, one SQLite file for all regions.
class TileStore {
  TileStore(String path) : _db = sqlite3.open(path) {
    _db.execute('PRAGMA journal_mode = WAL');
    _db.execute('CREATE TABLE IF NOT EXISTS tile ('
        'region TEXT, z INT, x INT, y INT, data BLOB, PRIMARY KEY (z, x, y, region))');
  }

  final Database _db;

  void putAll(String region, Iterable<(int, int, int, List<int>)> tiles) {
    final put = _db.prepare('INSERT OR REPLACE INTO tile VALUES (?, ?, ?, ?, ?)');
    _db.execute('BEGIN IMMEDIATE');
    for (final (z, x, y, data) in tiles) {
      put.execute([region, z, x, y, data]);
    }
    _db.execute('COMMIT');
    put.dispose();
  }
}
