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
  /// Drafts of new posts in one place.
  private static let maximumInPlace = 20

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

  /// Begins to write a new post: goes on with the draft in its place that was changed last, or with none,
  /// where other programs write all there are.
  ///
  /// - `words`: of those who want to go on with these words only.
  /// - Returns: the key of the draft; that of the place where it has only one draft.
  public func openAny(
    _ key: Draft.Key, with words: Draft.Words? = nil
  ) async -> (Draft.Key, Opening) {
    guard key.place.isNew else { return (key, await open(key)) }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.openedAny(key, with: words)) }
    }
  }

  /// Whether this is who writes a draft now.
  func writes(_ key: Draft.Key) -> Bool { state.withLock { $0.locks[key] != nil } }

  /// Makes a draft of a new post of one whose post is gone; the old one is to be discarded then.
  ///
  /// - Returns: the new draft, which no other program can write from now on; nil if another one writes the
  ///   old one. And what is wrong with that or the disk, if anything is.
  public func renew(
    _ draft: Draft, as place: Draft.Place
  ) async -> (draft: Draft?, problem: DraftError?) {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.renewed(draft, as: place)) }
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

  private func openedAny(_ key: Draft.Key, with words: Draft.Words?) -> (Draft.Key, Opening) {
    let keys = numbered(key)
    let kept = keys.compactMap { key in try? folder.draft(key.id) }
      .filter { kept in
        keys.contains(kept.draft.key) && kept.draft.isWorthKeeping
          && (words == nil || kept.draft.words == words)
      }
      .sorted { $0.changedAt > $1.changedAt }
    for key in kept.map(\.draft.key) {
      let opening = opened(key)
      if case .unavailable(.taken) = opening { continue }
      return (key, opening)
    }
    return openedFree(key)
  }

  /// The first of a place that has no draft and that nobody writes.
  private func openedFree(_ key: Draft.Key) -> (Draft.Key, Opening) {
    var last = Opening.unavailable(.taken(process: nil))
    for key in numbered(key) where !folder.holdsDraft(key.id) {
      guard state.withLock({ $0.locks[key] == nil }) else { continue }
      last = opened(key)
      if case .unavailable(.taken) = last { continue }
      return (key, last)
    }
    return (key, last)
  }

  private func numbered(_ key: Draft.Key) -> [Draft.Key] {
    (0..<Self.maximumInPlace).map { number in
      Draft.Key(server: key.server, account: key.account, place: key.place, number: number)
    }
  }

  private func renewed(_ draft: Draft, as place: Draft.Place) -> (Draft?, DraftError?) {
    do {
      try takeLock(of: draft.key)
    } catch .taken(let process) {
      return (nil, .taken(process: process))
    } catch {
      // What can't be locked can be sent all the same.
    }
    let (key, opening) = openedFree(
      Draft.Key(server: draft.key.server, account: draft.key.account, place: place))
    var problem: DraftError?
    var name = UUID().uuidString.lowercased()
    switch opening {
    case .ready(_, let idempotencyKey): name = idempotencyKey
    case .unavailable(let error): problem = error
    }
    var renewed = draft.renewed(as: key, idempotencyKey: name)
    if let picture = draft.picture, let bytes = pictures.bytes(of: picture.copy),
      let format = PictureFormat.sniff(bytes)
    {
      let kept = pictures.keep(bytes, format, for: key)
      renewed.picture?.copy = kept.name
      problem = problem ?? kept.problem
    }
    guard problem == nil else { return (renewed, problem) }
    do throws(DraftError) {
      try write(renewed)
    } catch {
      return (renewed, error)
    }
    return (renewed, nil)
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
