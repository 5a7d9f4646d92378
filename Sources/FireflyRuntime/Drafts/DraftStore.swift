import Dispatch
import FireflyCore
import Foundation
import Synchronization

/// Brings what is being written to the disk, within a second and beside the main actor.
///
/// The first change after a rest sets a timer; what has changed when it rings is written. Who keeps on
/// typing is written twice a second, and at rest nothing wakes up.
public final class DraftStore: Sendable {
  /// Seconds between a change and its being written.
  public static let delay = 0.5

  /// The files.
  public let folder: DraftFolder
  /// The pictures that go with them.
  public let pictures: DraftPictures
  private let now: @Sendable () -> Double
  private let report: @Sendable (Report) -> Void
  private let queue = DispatchQueue(label: "firefly.drafts")
  private let state = Mutex(State())

  /// What becomes of a draft that its writer should know.
  public enum Report: Hashable, Sendable {
    /// It is not on the disk, and why; told once, until that changes.
    case failed(Draft.Key, DraftError)
    /// It is on the disk again.
    case recovered(Draft.Key)
  }

  /// How a draft is found when one begins to write.
  public enum Opening: Hashable, Sendable {
    /// It is one's own: what was written before, if anything was, and what to create a new post with.
    case ready(KeptDraft?, idempotencyKey: String)
    /// It is kept nowhere, and why: another program writes it, or the disk doesn't take it.
    case unavailable(DraftError)
  }

  private struct State {
    /// What is to be written; nil is to be removed.
    var pending: [Draft.Key: Draft?] = [:]
    var isScheduled = false
    /// What is held while it is written.
    var locks: [Draft.Key: DraftLock] = [:]
    var startedAt: [Draft.Key: Double] = [:]
    /// The picture of each draft, as it was written last.
    var pictures: [Draft.Key: String] = [:]
    var failures: [Draft.Key: DraftError] = [:]
  }

  /// A store in a folder.
  ///
  /// - `now`: seconds since 1970.
  /// - `report`: is told on another thread.
  public init(
    _ folder: DraftFolder,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.folder = folder
    pictures = DraftPictures(folder)
    self.now = now
    self.report = report
  }

  /// Begins to write a draft, which no other program can from now on.
  public func open(_ key: Draft.Key) async -> Opening {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.opened(key)) }
    }
  }

  /// Keeps a draft as it is now: it is on the disk soon, or a report says why not.
  ///
  /// One that isn't worth keeping is removed. Never waits for the disk.
  public func keep(_ draft: Draft) {
    change(draft.key, to: draft.isWorthKeeping ? .some(draft) : .none)
  }

  /// Writes what is to be written, now and beside the caller.
  func write() { queue.async { self.writePending() } }

  /// Writes what is to be written, now; returns when it is on the disk.
  ///
  /// - Returns: why the first of them isn't, if one isn't.
  @discardableResult
  public func flush() -> DraftError? {
    queue.sync {
      writePending()
      return state.withLock { state in
        state.pending.keys.compactMap { key in state.failures[key] }.first
      }
    }
  }

  /// Ends the writing of a draft, which stays on the disk; another program can take it then.
  public func close(_ key: Draft.Key) {
    queue.async {
      self.writePending()
      let (picture, isWritten) = self.state.withLock { state in
        state.locks[key] = nil
        return (state.pictures[key], state.pending[key] == nil)
      }
      if isWritten { self.folder.removePictures(of: key.id, but: picture) }
    }
  }

  /// Ends the writing of a draft and removes it: the server has it, or nobody wants it.
  public func discard(_ key: Draft.Key) {
    state.withLock { state in
      state.pending[key] = .some(nil)
      state.pictures[key] = nil
    }
    queue.async { self.pictures.removeAll(of: key.id) }
    close(key)
  }

  private func change(_ key: Draft.Key, to draft: Draft?) {
    let schedules = state.withLock { state in
      state.pending[key] = .some(draft)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard schedules else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { self.writePending() }
  }

  // MARK: On the queue

  private func opened(_ key: Draft.Key) -> Opening {
    do {
      try takeLock(of: key)
    } catch {
      return .unavailable(error)
    }
    var kept: KeptDraft?
    do {
      kept = try folder.draft(key.id)
      // Another key's: two that have one fingerprint.
      if let other = kept, other.draft.key != key { throw DraftError.unknown(key.id) }
    } catch {
      folder.putAside(key.id)
      kept = nil
    }
    if let kept { state.withLock { $0.startedAt[key] = kept.startedAt } }
    let picture = kept?.draft.picture?.copy
    state.withLock { $0.pictures[key] = picture }
    // Those that were replaced before the program ended without a word.
    folder.removePictures(of: key.id, but: picture)
    let known = kept?.draft.idempotencyKey ?? ""
    return .ready(kept, idempotencyKey: known.isEmpty ? UUID().uuidString.lowercased() : known)
  }

  private func takeLock(of key: Draft.Key) throws(DraftError) {
    guard state.withLock({ $0.locks[key] == nil }) else { return }
    let lock = try folder.lock(key.id)
    state.withLock { $0.locks[key] = lock }
  }

  private func writePending() {
    let pending = state.withLock { state in
      state.isScheduled = false
      defer { state.pending = [:] }
      return state.pending
    }
    for (key, draft) in pending {
      do throws(DraftError) {
        try takeLock(of: key)
        if let draft { try write(draft) } else { try folder.remove(key.id) }
        note(nil, of: key)
      } catch {
        // It is tried again with the next change, or at the end. What is newer is not touched.
        state.withLock { state in
          if state.pending[key] == nil { state.pending[key] = .some(draft) }
        }
        note(error, of: key)
      }
    }
  }

  private func write(_ draft: Draft) throws(DraftError) {
    let moment = now()
    let startedAt = state.withLock { state in
      let startedAt = state.startedAt[draft.key] ?? moment
      state.startedAt[draft.key] = startedAt
      return startedAt
    }
    try folder.write(KeptDraft(draft: draft, startedAt: startedAt, changedAt: moment))
    state.withLock { $0.pictures[draft.key] = draft.picture?.copy }
  }

  /// Tells what is new about a draft's way to the disk.
  private func note(_ error: DraftError?, of key: Draft.Key) {
    let before = state.withLock { state in
      defer { state.failures[key] = error }
      return state.failures[key]
    }
    guard before != error else { return }
    report(error.map { .failed(key, $0) } ?? .recovered(key))
  }
}
