import Dispatch
import FireflyCore
import Foundation
import Synchronization

/// Writes drafts to the disk, on a queue of its own.
///
/// Changes that arrive during a write are written together after it. Delaying bursts of keystrokes is the
/// caller's task.
public final class DraftStore: Sendable {
  /// Maximum number of drafts for one target.
  static let maximumPerTarget = 1_000

  /// The files.
  public let folder: DraftFolder
  /// The pictures that go with them.
  public let pictures: DraftPictures
  let now: @Sendable () -> Double
  let report: @Sendable (Report) -> Void
  let state = Mutex(State())
  private let queue = DispatchQueue(label: "firefly.drafts")

  /// What becomes of a draft that its writer should know.
  public enum Report: Hashable, Sendable {
    /// It is not on the disk, and why; reported once, until that changes.
    case failed(Draft.Key, DraftError)
    /// It is on the disk again.
    case recovered(Draft.Key)
    /// A file that should be a draft was damaged and put aside; its path now.
    case damaged(String)
  }

  /// How a draft is found when one begins to write.
  public enum Opening: Hashable, Sendable {
    /// It is one's own: what was written before, if anything was, and what to create a new post with.
    case ready(KeptDraft?, idempotencyKey: String)
    /// It is kept nowhere, and why: another program writes it, or the disk doesn't take it.
    case unavailable(DraftError)
  }

  struct State {
    /// What is to be written; nil is to be removed.
    var pending: [Draft.Key: Draft?] = [:]
    /// What is to be kept as discarded before it is removed.
    var discarding: [Draft.Key: Draft] = [:]
    /// The keys under which drafts stay that were discarded here.
    var discarded: [Draft.Key: Draft.Key] = [:]
    var isScheduled = false
    /// What is held while it is written.
    var locks: [Draft.Key: DraftLock] = [:]
    /// What is on the disk, as it was written or read here last; whatever else stands there is from another
    /// program.
    var known: [Draft.Key: KeptDraft] = [:]
    var failures: [Draft.Key: DraftError] = [:]
    /// Drafts beside which another program's was kept that was in their place, while that is unreported.
    var savedBeside: Set<Draft.Key> = []
  }

  /// A store in a folder.
  ///
  /// - `now`: seconds since 1970.
  /// - `report`: is called on another thread.
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
    await perform { self.opened(key) }
  }

  /// Begins to write a draft again, with words that are known better than the disk knows them; what another
  /// program has left in its place meanwhile is kept beside it.
  public func reopen(_ key: Draft.Key) async -> Opening {
    await perform { self.reopened(key) }
  }

  /// Begins to write in a place: a new post goes on with the draft there that was changed last, or with none,
  /// where other programs write all there are; a change goes on with its draft, or with one beside that.
  ///
  /// - Parameters:
  ///   - key: the target; its number identifies the draft only where there is one draft at a time.
  ///   - matches: which drafts to continue; if none matches, a new one is added. Nil for all.
  /// - Returns: the key of the draft; the key that was passed where there is one draft at a time.
  public func openAny(
    _ key: Draft.Key, where matches: (@Sendable (Draft) -> Bool)? = nil
  ) async -> (Draft.Key, Opening) {
    await perform {
      self.recoverEdited(of: (key.server, key.account))
      return key.target.isNew || matches != nil
        ? self.openedAny(key, where: matches) : (key, self.openedFirst(key))
    }
  }

  /// Begins to write a new draft in a place, beside those that wait there.
  public func openNew(_ key: Draft.Key) async -> (Draft.Key, Opening) {
    await perform { self.openedFree(key) }
  }

  /// The drafts that wait in the place of one, besides that one.
  public func others(beside key: Draft.Key) async -> [KeptDraft] {
    await perform {
      self.usedKeys(of: key).filter { $0 != key }.compactMap { self.waitingDraft(of: $0) }
    }
  }

  /// Does something on the store's queue.
  func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Whether another program's draft has been kept beside this one, which is unreported so far; reading
  /// this counts as the report.
  public func hasUnreportedOther(beside key: Draft.Key) -> Bool {
    state.withLock { $0.savedBeside.remove(key) != nil }
  }

  /// Whether this is who writes a draft now.
  func isOpen(_ key: Draft.Key) -> Bool { state.withLock { $0.locks[key] != nil } }

  /// Makes a draft of a new post of one whose post is gone; the old one is to be discarded then.
  ///
  /// - Returns: the new draft, which no other program can write from now on; nil if another one writes the
  ///   old one. And what is wrong with that or the disk, if anything is.
  public func renew(
    _ draft: Draft, as target: DraftTarget
  ) async -> (draft: Draft?, problem: DraftError?) {
    await perform { self.renewed(draft, as: target) }
  }

  /// Saves a draft as it is now; removes it if it is not worth keeping.
  ///
  /// The caller does not wait for the disk. A failure is reported, and the draft is written again with the next
  /// change.
  public func save(_ draft: Draft) {
    let isScheduled = state.withLock { state in
      state.pending[draft.key] = .some(draft.isWorthKeeping ? draft : nil)
      defer { state.isScheduled = true }
      return state.isScheduled
    }
    if !isScheduled { queue.async { self.writePending() } }
  }

  /// Writes what is to be written, now; returns when it is on the disk.
  ///
  /// - Returns: why the first of them isn't, if one isn't.
  @discardableResult
  public func flush() -> DraftError? { queue.sync(execute: writeAll) }

  /// Does the same beside the caller, whose thread does not wait.
  func flushed() async -> DraftError? {
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

  /// The drafts that the disk didn't take when it was asked last, and why.
  public var unwritten: [(draft: Draft, problem: DraftError)] {
    state.withLock { state in
      state.pending.compactMap { key, draft in
        guard let draft, let problem = state.failures[key] else { return nil }
        return (draft, problem)
      }
    }
  }

  /// Ends the writing of a draft, which stays on the disk; another program can take it then.
  public func close(_ key: Draft.Key) { close(key) {} }

  /// Ends the writing of a draft, and then does something.
  func close(_ key: Draft.Key, then done: @escaping @Sendable () -> Void) {
    queue.async {
      self.writePending()
      self.releaseLock(of: key)
      done()
    }
  }

  /// Ends the writing of a draft and removes it: the server has it, or it is empty.
  ///
  /// - Parameters:
  ///   - key: the draft.
  ///   - keepsPictures: whether it can be saved again, with its picture.
  public func remove(_ key: Draft.Key, keepsPictures: Bool = false) {
    state.withLock { $0.pending[key] = .some(nil) }
    close(key) {
      if !keepsPictures { self.pictures.removeFromMemory(of: key.id) }
    }
  }
}
