/// Edits made without a network, in order, until the server took them.
class SyncQueue {
  final List<Edit> _waiting = [];

  void add(Edit edit) => _waiting.add(edit);

  Future<void> flush(Future<bool> Function(Edit) send) async {
    while (_waiting.isNotEmpty && await send(_waiting.first)) {
      _waiting.removeAt(0);
    }
  }
}

class Edit {
  Edit(this.routeId, this.baseRevision, this.points);
  final int routeId;
  final int baseRevision;
  final Map<String, List<double>> points;
}
