import CProcess
import Dispatch
import Foundation

/// Observes every write to a store's database, by whatever program, without polling.
///
/// The log of SQLite is watched, because all changes go there first. A write is noticed before others
/// can see it: that takes until its transaction is over.
final class ChangeWatch {
  private let source: any DispatchSourceRead

  /// Begins to watch; nil where the system has no watch to give.
  ///
  /// - `onWrite`: called on any thread.
  init?(_ store: SQLiteStore, onWrite: @escaping @Sendable () -> Void) {
    let descriptor = firefly_watch_writes(store.folder.path)
    guard descriptor >= 0 else { return nil }
    let log = URL(fileURLWithPath: store.file).lastPathComponent + "-wal"
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "firefly.changes"))
    source.setEventHandler { if firefly_watch_take(descriptor, log) { onWrite() } }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }
}
