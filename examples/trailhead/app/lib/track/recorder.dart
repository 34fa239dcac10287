import 'dart:async';

/// Records the position as a foreground service; a gap over 60 s is marked.
class TrackRecorder {
  static const gap = Duration(seconds: 60);
  DateTime? _last;
  final _gaps = StreamController<Duration>.broadcast();

  Stream<Duration> get gaps => _gaps.stream;

  void onFix(DateTime at) {
    final last = _last;
    if (last != null && at.difference(last) > gap) _gaps.add(at.difference(last));
    _last = at;
  }
}
