import CProcess
import Dispatch
import Foundation

/// Observes writes to a store's database by any program, without polling.
///
/// It watches SQLite's write-ahead log, where each change is written first. Other connections see
/// the change when its transaction ends, a moment later.
final class ChangeWatch {
  private let source: any DispatchSourceRead

  /// Starts watching; nil if the system doesn't support it.
  /// - Parameter onWrite: called after each write, on any thread.
  init?(_ store: SQLiteStore, onWrite: @escaping @Sendable () -> Void) {
    let descriptor = firefly_watch_writes(store.folder.path)
    guard descriptor >= 0 else { return nil }
    let log = URL(fileURLWithPath: store.file).lastPathComponent + "-wal"
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "firefly.changes"))
    source.setEventHandler { if firefly_watch_drain(descriptor, log) { onWrite() } }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }
}
