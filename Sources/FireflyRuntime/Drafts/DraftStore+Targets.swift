import FireflyCore
import Foundation

// Which draft of a place one begins to write; on the store's queue.
extension DraftStore {
  /// Begins to write a draft: goes on with what is on the disk, or with what could not be written yet.
  func opened(_ key: Draft.Key) -> Opening {
    let unwritten = unwritten(key)
    do throws(DraftError) {
      if let unwritten {
        try takeLock(of: key, for: unwritten)
      } else {
        try takeLock(of: key)
      }
    } catch {
      // What is not on the disk is there all the same, unless another program writes it.
      guard let unwritten, case .unwritable = error else { return .unavailable(error) }
      return .ready(stored(unwritten), idempotencyKey: Self.idempotencyKey(of: unwritten))
    }
    let found = read(key)
    // Those that were replaced before the program ended without a word.
    if unwritten == nil { folder.removePictures(of: key.id, but: found?.draft.picture?.copy) }
    let kept = unwritten.map(stored) ?? found
    return .ready(kept, idempotencyKey: Self.idempotencyKey(of: kept?.draft))
  }

  /// Begins to write a draft whose words are known better than by the disk.
  func reopened(_ key: Draft.Key) -> Opening {
    do throws(DraftError) {
      // A server would take the two for one if both were created with the same.
      guard try takeLock(of: key, for: unwritten(key)) else { return opened(key) }
      return .ready(nil, idempotencyKey: Self.idempotencyKey(of: nil))
    } catch {
      return .unavailable(error)
    }
  }

  /// Begins to write a new post.
  func openedAny(
    _ key: Draft.Key, where matches: ((Draft) -> Bool)?
  ) -> (Draft.Key, Opening) {
    // One that is held here is on its way to the server.
    var found = usedKeys(of: key).filter { !isOpen($0) }
      .compactMap { unwritten($0).map(stored) ?? waitingDraft(of: $0) }
    if let matches { found.removeAll { !matches($0.draft) } }
    found.sort { $0.changedAt > $1.changedAt }
    for key in found.map(\.draft.key) {
      let opening = opened(key)
      if case .unavailable(.locked) = opening { continue }
      return (key, opening)
    }
    return openedFree(key)
  }

  /// Opens the draft where there is one at a time; if there is none, another one of the same target replaces it.
  func openedFirst(_ key: Draft.Key) -> Opening {
    let opening = opened(key)
    guard case .ready(let kept, _) = opening, kept?.draft.isWorthKeeping != true else {
      return opening
    }
    for other in usedKeys(of: key)
    where other != key && waitingDraft(of: other) != nil && !isOpen(other) {
      guard let lock = try? folder.lock(other.id), let found = waitingDraft(of: other),
        let moved = try? copy(found, to: key), (try? folder.write(moved)) != nil
      else { continue }
      state.withLock { $0.known[key] = moved }
      // What stays is offered once more.
      if (try? folder.remove(other.id)) != nil { folder.removePictures(of: other.id, but: nil) }
      withExtendedLifetime(lock) {}
      return .ready(moved, idempotencyKey: Self.idempotencyKey(of: moved.draft))
    }
    return opening
  }

  /// The first key of a target that has no draft and is not open.
  func openedFree(_ key: Draft.Key) -> (Draft.Key, Opening) {
    for key in freeKeys(of: key) {
      let opening = opened(key)
      if case .unavailable(.locked) = opening { continue }
      return (key, opening)
    }
    return (key, .unavailable(.full))
  }

  /// The keys in a place that have no draft.
  func freeKeys(of key: Draft.Key) -> some Sequence<Draft.Key> {
    let ids = folder.ids()
    return keys(of: key).filter {
      // What is damaged is put aside.
      !(ids.contains($0.id) && self.folder.holdsDraft($0.id)) && !self.isOpen($0)
        && self.unwritten($0) == nil
    }
  }

  /// The keys in a place that have a draft, on the disk or not yet.
  func usedKeys(of key: Draft.Key) -> [Draft.Key] {
    let ids = folder.ids()
    let pending = state.withLock { Set($0.pending.keys) }
    return keys(of: key).filter { ids.contains($0.id) || pending.contains($0) }
  }

  private func keys(of key: Draft.Key) -> LazyMapSequence<Range<Int>, Draft.Key> {
    (0..<Self.maximumPerTarget).lazy.map { number in
      Draft.Key(server: key.server, account: key.account, target: key.target, number: number)
    }
  }

  /// Makes a draft of a new post of one whose post is gone.
  func renewed(_ draft: Draft, as target: DraftTarget) -> (Draft?, DraftError?) {
    do throws(DraftError) {
      try takeLock(of: draft.key, for: draft)
    } catch .locked(let process) {
      return (nil, .locked(process: process))
    } catch {
      // What can't be locked can be sent all the same.
    }
    let (key, opening) = openedFree(
      Draft.Key(server: draft.key.server, account: draft.key.account, target: target))
    var problem: DraftError?
    var name = Self.idempotencyKey(of: nil)
    switch opening {
    case .ready(_, let idempotencyKey): name = idempotencyKey
    case .unavailable(let error): problem = error
    }
    var renewed = draft.renewed(as: key, idempotencyKey: name)
    if let picture = draft.picture, let bytes = pictures.bytes(of: picture.copy),
      let format = PictureFormat.sniff(bytes)
    {
      let kept = pictures.save(bytes, format, for: key)
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

  /// What is under a key whose lock is held; what is damaged is put aside.
  private func read(_ key: Draft.Key) -> KeptDraft? {
    var found: KeptDraft?
    do {
      found = try folder.draft(key.id)
      // Another key's: two that have one fingerprint.
      if let other = found, other.draft.key != key { throw DraftError.unknown(key.id) }
    } catch {
      putAside(key)
      found = nil
    }
    state.withLock { $0.known[key] = found }
    return found
  }

  /// What waits on the disk under a key, if it is worth it and isn't to go.
  func waitingDraft(of key: Draft.Key) -> KeptDraft? {
    guard state.withLock({ $0.pending[key] }) == nil, let kept = try? folder.draft(key.id),
      kept.draft.key == key, kept.draft.isWorthKeeping
    else { return nil }
    return kept
  }

  /// A draft that the disk hasn't taken yet, as if it had.
  private func stored(_ draft: Draft) -> KeptDraft {
    let moment = now()
    let startedAt = state.withLock { $0.known[draft.key]?.startedAt } ?? moment
    return KeptDraft(draft: draft, startedAt: startedAt, changedAt: moment)
  }

  /// What a draft is created with; something new if it has none yet.
  private static func idempotencyKey(of draft: Draft?) -> String {
    let known = draft?.idempotencyKey ?? ""
    return known.isEmpty ? UUID().uuidString.lowercased() : known
  }
}
