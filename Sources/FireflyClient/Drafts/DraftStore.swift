import Dispatch
import FireflyCore
import Foundation
import Synchronization

/// Writes drafts to the disk, on a queue of its own.
///
/// Changes that arrive during a write are written together after it. Delaying bursts of keystrokes is the
/// caller's task.
package final class DraftStore: Sendable {
  static let maximumPerTarget = 1_000

  /// The folder of the files.
  package let folder: DraftFolder
  /// The pictures of the drafts.
  package let pictures: DraftPictures
  let now: @Sendable () -> Double
  let report: @Sendable (Report) -> Void
  let state = Mutex(State())
  private let queue = DispatchQueue(label: "firefly.drafts")

  /// A change that the user should know of.
  package enum Report: Hashable, Sendable {
    /// The draft can't be written; reported once until the error changes.
    case failed(Draft.Key, DraftError)
    /// The draft was written after an error.
    case recovered(Draft.Key)
    /// A damaged file was moved aside; its new path.
    case damaged(String)
  }

  /// The result of opening a draft.
  package enum Opening: Hashable, Sendable {
    /// The draft is open: its previous text, if any, and the idempotency key for a new post.
    case ready(StoredDraft?, idempotencyKey: String)
    /// The draft can't be stored: another program has it open, or the disk fails.
    case unavailable(DraftError)
  }

  struct State {
    /// Pending writes; nil for a removal.
    var pending: [Draft.Key: Draft?] = [:]
    /// Drafts to save as discarded before they are removed.
    var discarding: [Draft.Key: Draft] = [:]
    /// The copies of drafts that were discarded here, by their keys before: their keys, and the names that they keep.
    var discarded: [Draft.Key: (key: Draft.Key, givenName: String?)] = [:]
    var isScheduled = false
    /// The locks of open drafts.
    var locks: [Draft.Key: DraftLock] = [:]
    /// The drafts on the disk as last written or read here; anything else is from another program.
    var known: [Draft.Key: StoredDraft] = [:]
    var failures: [Draft.Key: DraftError] = [:]
    /// Drafts whose other version from another program was saved under another key, and not
    /// reported yet.
    var savedBeside: Set<Draft.Key> = []
  }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files.
  ///   - now: returns the time in seconds since 1970.
  ///   - report: called on the store's queue.
  package init(
    _ folder: DraftFolder,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.folder = folder
    pictures = DraftPictures(folder)
    self.now = now
    self.report = report
  }

  /// Opens a draft and locks it for other programs.
  package func open(_ key: Draft.Key) async -> Opening {
    await perform { self.opened(key) }
  }

  /// Opens a draft whose current text the caller has.
  ///
  /// A different text from another program is saved under another key.
  package func reopen(_ key: Draft.Key) async -> Opening {
    await perform {
      do throws(DraftError) {
        // Two posts with the same idempotency key would be one to the server.
        guard try self.takeLock(of: key, for: self.unwritten(key)) else { return self.opened(key) }
        return .ready(nil, idempotencyKey: Self.idempotencyKey(of: nil))
      } catch {
        return .unavailable(error)
      }
    }
  }

  /// Opens a draft for a target: for a new post the last changed draft that no other program has
  /// open, or else a new one; for a change of a post its draft.
  ///
  /// - Parameters:
  ///   - key: the target; its number identifies the draft only if the target has one draft at a
  ///     time.
  ///   - matches: which drafts to continue; if none matches, a new one is added. Nil for all.
  /// - Returns: the key of the draft, and the result.
  package func openAny(
    _ key: Draft.Key, where matches: (@Sendable (Draft) -> Bool)? = nil
  ) async -> (Draft.Key, Opening) {
    await perform {
      self.recoverEdited(of: (key.server, key.account))
      return key.target.isNew || matches != nil
        ? self.openedAny(key, where: matches) : (key, self.openedFirst(key))
    }
  }

  /// Opens a new draft, next to others for its target.
  package func openNew(_ key: Draft.Key) async -> (Draft.Key, Opening) {
    await perform { self.openedFree(key) }
  }

  /// Returns the other drafts for the target of a draft.
  package func others(beside key: Draft.Key) async -> [StoredDraft] {
    await perform {
      self.usedKeys(of: key).filter { $0 != key }.compactMap { self.waitingDraft(of: $0) }
    }
  }

  /// Runs a closure on the store's queue.
  package func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Returns whether a different version from another program was saved next to a draft; true only
  /// once.
  func hasUnreportedOther(beside key: Draft.Key) -> Bool {
    state.withLock { $0.savedBeside.remove(key) != nil }
  }

  func isOpen(_ key: Draft.Key) -> Bool { state.withLock { $0.locks[key] != nil } }

  /// Saves a draft as it is now; removes it if it is not worth keeping.
  ///
  /// The caller does not wait for the disk. A failure is reported, and the draft is written again with the next
  /// change.
  package func save(_ draft: Draft) {
    let isScheduled = state.withLock { state in
      state.pending[draft.key] = .some(draft.isWorthKeeping ? draft : nil)
      defer { state.isScheduled = true }
      return state.isScheduled
    }
    if !isScheduled { queue.async { self.writePending() } }
  }

  /// Writes all pending drafts, and returns when they are on the disk.
  ///
  /// - Returns: the first error; nil if all were written.
  @discardableResult
  package func flush() -> DraftError? { queue.sync(execute: writeAll) }

  /// Does the same without blocking the caller's thread.
  package func flushed() async -> DraftError? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.writeAll()) }
    }
  }

  private func writeAll() -> DraftError? {
    writePending()
    return state.withLock { state in
      state.pending.keys.compactMap { key in state.failures[key] }.first
    }
  }

  /// The drafts that could not be written, and why.
  package var unwritten: [(draft: Draft, problem: DraftError)] {
    state.withLock { state in
      state.pending.compactMap { key, draft in
        guard let draft, let problem = state.failures[key] else { return nil }
        return (draft, problem)
      }
    }
  }

  /// Closes a draft: writes it and releases its lock.
  package func close(_ key: Draft.Key) { close(key) {} }

  /// Closes a draft, and then calls a closure on the store's queue.
  package func close(_ key: Draft.Key, then done: @escaping @Sendable () -> Void) {
    queue.async {
      self.writePending()
      self.releaseLock(of: key)
      done()
    }
  }

  /// Closes and removes a draft, because the server has it or it is empty.
  ///
  /// - Parameter keepsPictures: whether its picture stays in memory, because the draft may be saved
  ///   again.
  package func remove(_ key: Draft.Key, keepsPictures: Bool = false) {
    state.withLock { $0.pending[key] = .some(nil) }
    close(key) {
      if !keepsPictures { self.pictures.removeFromMemory(of: key.id) }
    }
  }
}
