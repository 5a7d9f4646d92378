import FireflyCore
import Foundation

// How drafts come to the disk and go from it; on the store's queue.
extension DraftStore {
  /// Writes and removes what is to be written and removed.
  func writePending() {
    let pending = state.withLock { state in
      state.isScheduled = false
      defer { state.pending = [:] }
      return state.pending
    }
    for (key, draft) in pending {
      do throws(DraftError) {
        if let draft {
          try takeLock(of: key, for: draft)
          try write(draft)
        } else {
          if let discarded = state.withLock({ $0.discarding[key] }) {
            try saveDiscarded(discarded)
          }
          try removeFile(of: key)
        }
        setFailure(nil, of: key)
      } catch {
        // It is tried again with the next change, or at the end. What is newer is not touched.
        state.withLock { state in
          if state.pending[key] == nil { state.pending[key] = .some(draft) }
        }
        setFailure(error, of: key)
      }
    }
  }

  /// Writes a draft whose lock is held.
  func write(_ draft: Draft) throws(DraftError) {
    let moment = now()
    let startedAt = state.withLock { $0.known[draft.key]?.startedAt } ?? moment
    let kept = KeptDraft(draft: draft, startedAt: startedAt, changedAt: moment)
    if let copy = draft.picture?.copy { pictures.write(copy) }
    try folder.write(kept)
    state.withLock { $0.known[draft.key] = kept }
  }

  /// Gives the lock of a draft back; the pictures that it has no more go before.
  ///
  /// Reports once more what the disk has not accepted when the user leaves it.
  func releaseLock(of key: Draft.Key) {
    let (isHeld, isWritten, picture) = state.withLock { state in
      let isHeld = state.locks[key] != nil
      return (isHeld, state.pending[key] == nil, state.known[key]?.draft.picture?.copy)
    }
    if isHeld, isWritten { folder.removePictures(of: key.id, but: picture) }
    state.withLock { $0.locks[key] = nil }
    if unwritten(key) != nil, let error = state.withLock({ $0.failures[key] }) {
      report(.failed(key, error))
    }
  }

  /// Removes a draft, but not what another program has written in its place meanwhile.
  private func removeFile(of key: Draft.Key) throws(DraftError) {
    if !isOpen(key) {
      let lock = try folder.lock(key.id)
      guard otherDraft(key) == nil else {
        state.withLock { $0.known[key] = nil }
        return
      }
      state.withLock { $0.locks[key] = lock }
    }
    // The draft may be saved again.
    pictures.keepInMemory(of: key.id)
    try folder.remove(key.id)
    folder.removePictures(of: key.id, but: nil)
    state.withLock { $0.known[key] = nil }
  }

  // MARK: What others leave

  /// Takes the lock of a draft, unless it is held.
  func takeLock(of key: Draft.Key) throws(DraftError) {
    guard !isOpen(key) else { return }
    let lock = try folder.lock(key.id)
    state.withLock { $0.locks[key] = lock }
  }

  /// Takes the lock of a draft that one goes on with, unless it is held: what another program has left in its
  /// place meanwhile is kept beside it first.
  ///
  /// - `draft`: what is to stand there; nil where only what is known here does.
  /// - Returns: whether there was something else.
  @discardableResult
  func takeLock(of key: Draft.Key, for draft: Draft?) throws(DraftError) -> Bool {
    guard !isOpen(key) else { return false }
    let lock = try folder.lock(key.id)
    let other = otherDraft(key, to: draft)
    if let other {
      let name = draft?.idempotencyKey ?? state.withLock { $0.known[key]?.draft.idempotencyKey }
      try saveBeside(other, apartFrom: name)
      state.withLock { _ = $0.savedBeside.insert(key) }
    }
    state.withLock { $0.locks[key] = lock }
    return other != nil
  }

  /// What another program has left under a key whose lock was just taken, or this one of another draft; nil if
  /// nothing would be lost with what stands there.
  ///
  /// - `draft`: what is to stand there; nil for what is known here.
  private func otherDraft(_ key: Draft.Key, to draft: Draft? = nil) -> KeptDraft? {
    do {
      guard let found = try folder.draft(key.id) else { return nil }
      // Another key's: two that have one fingerprint.
      guard found.draft.key == key else { throw DraftError.unknown(key.id) }
      let isKnown = found.draft == state.withLock { $0.known[key]?.draft }
      let isReplaced =
        draft.map { draft in
          found.draft.saysTheSame(as: draft)
            || isKnown && found.draft.idempotencyKey == draft.idempotencyKey
        } ?? isKnown
      return found.draft.isWorthKeeping && !isReplaced ? found : nil
    } catch {
      putAside(key)
      return nil
    }
  }

  /// Puts a damaged file aside, so that it isn't overwritten, and reports it.
  func putAside(_ key: Draft.Key) { folder.putAside(key.id).map { report(.damaged($0)) } }

  /// Writes another program's draft once more, under a number of the same place that is free.
  ///
  /// - `name`: what another draft is created with: a server would take the two for one.
  ///
  /// - Returns: its key.
  @discardableResult
  func saveBeside(
    _ kept: KeptDraft, apartFrom name: String?
  ) throws(DraftError) -> Draft.Key {
    for key in freeKeys(of: kept.draft.key) {
      let lock: DraftLock
      do {
        lock = try folder.lock(key.id)
      } catch .locked {
        continue
      }
      // Another program may have written it since; damaged files are moved aside.
      guard otherDraft(key) == nil else { continue }
      var copy = try copy(kept, to: key)
      copy.discardedAt = nil
      if copy.draft.idempotencyKey == name {
        copy.draft.idempotencyKey = UUID().uuidString.lowercased()
      }
      try folder.write(copy)
      withExtendedLifetime(lock) {}
      return key
    }
    throw .unwritable(reason: "there is another draft in its place, and no room for a second one")
  }

  /// A draft under another key, with a copy of its picture.
  func copy(_ kept: KeptDraft, to key: Draft.Key) throws(DraftError) -> KeptDraft {
    var kept = kept
    kept.draft.key = key
    if let copy = kept.draft.picture?.copy, let bytes = pictures.bytes(of: copy),
      let format = PictureFormat.sniff(bytes)
    {
      let (name, problem) = pictures.save(bytes, format, for: key)
      if let problem { throw problem }
      kept.draft.picture?.copy = name
    }
    return kept
  }

  /// What could not be written yet.
  func unwritten(_ key: Draft.Key) -> Draft? { state.withLock { $0.pending[key] ?? nil } }

  /// Tells what is new about a draft's way to the disk.
  private func setFailure(_ error: DraftError?, of key: Draft.Key) {
    let before = state.withLock { state in
      defer { state.failures[key] = error }
      return state.failures[key]
    }
    guard before != error else { return }
    report(error.map { .failed(key, $0) } ?? .recovered(key))
  }
}

extension Draft {
  /// Whether nothing is lost when the other stands in its place.
  fileprivate func saysTheSame(as other: Draft) -> Bool {
    words == other.words && picture == other.picture && removesPicture == other.removesPicture
      && crop == other.crop && unconfirmed == other.unconfirmed
  }
}
