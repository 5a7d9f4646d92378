import FireflyCore
import Foundation

// Writes and removes files of drafts. Called on the store's queue.
extension DraftStore {
  /// Executes all pending writes and removals.
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
          let discarded = state.withLock { $0.discarding[key] }
          if let discarded { try saveDiscarded(discarded) }
          try removeFile(of: key, discarded)
        }
        setFailure(nil, of: key)
      } catch {
        // Try again with the next change, or at the end, unless a newer change is pending.
        state.withLock { state in
          if state.pending[key] == nil { state.pending[key] = .some(draft) }
        }
        setFailure(error, of: key)
      }
    }
  }

  /// Writes a draft whose lock is held.
  package func write(_ draft: Draft) throws(DraftError) {
    let kept = stored(draft.withoutPasswords)
    pictures.write(draft)
    try folder.write(kept)
    state.withLock { $0.known[draft.key] = kept }
  }

  /// Releases the lock of a draft, after removing pictures that it no longer has.
  ///
  /// Reports an unwritten draft again, because the user leaves it now.
  func releaseLock(of key: Draft.Key) {
    let (isHeld, isWritten, draft) = state.withLock { state in
      (state.locks[key] != nil, state.pending[key] == nil, state.known[key]?.draft)
    }
    if isHeld, isWritten { folder.removePictures(of: key.id, but: draft?.copies ?? []) }
    state.withLock { $0.locks[key] = nil }
    if unwritten(key) != nil, let error = state.withLock({ $0.failures[key] }) {
      report(.failed(key, error))
    }
  }

  /// Removes a draft, unless another program has written a different one in the meantime.
  ///
  /// - Parameter discarded: the draft as it was discarded; nil for the one known here.
  private func removeFile(of key: Draft.Key, _ discarded: Draft? = nil) throws(DraftError) {
    if !isOpen(key) {
      let lock = try folder.lock(key.id)
      guard otherDraft(key, to: discarded) == nil else {
        state.withLock { $0.known[key] = nil }
        return
      }
      state.withLock { $0.locks[key] = lock }
    }
    // The draft may be saved again.
    pictures.keepInMemory(of: key.id)
    try folder.remove(key.id)
    folder.removePictures(of: key.id)
    state.withLock { $0.known[key] = nil }
  }

  // MARK: Drafts of other programs

  /// Acquires the lock of a draft, unless it is held here.
  func takeLock(of key: Draft.Key) throws(DraftError) {
    guard !isOpen(key) else { return }
    let lock = try folder.lock(key.id)
    state.withLock { $0.locks[key] = lock }
  }

  /// Acquires the lock of a draft to continue it, unless it is held here, and saves what another
  /// program has written in the meantime under another key.
  ///
  /// - Parameter draft: the text that will be written; nil for the one known here.
  /// - Returns: whether there was another program's draft.
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

  /// Returns the draft of another program under a key whose lock was just acquired; nil if nothing
  /// would be lost by replacing it.
  ///
  /// - Parameter draft: the text that will be written; nil for the one known here.
  private func otherDraft(_ key: Draft.Key, to draft: Draft? = nil) -> StoredDraft? {
    do {
      guard let found = try folder.draft(key.id) else { return nil }
      // A draft of another key with the same fingerprint.
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

  /// Moves a damaged file aside, so that it isn't overwritten, and reports it.
  func putAside(_ key: Draft.Key) { folder.putAside(key.id).map { report(.damaged($0)) } }

  /// Writes a draft under a free key of the same target.
  ///
  /// - Parameter name: the idempotency key of another draft, which this one must not have.
  @discardableResult
  func saveBeside(
    _ kept: StoredDraft, apartFrom name: String?
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

  /// Returns a draft with another key and copies of its pictures.
  package func copy(_ kept: StoredDraft, to key: Draft.Key) throws(DraftError) -> StoredDraft {
    var kept = kept
    kept.draft.key = key
    let (name, problem) = pictures.copy(of: kept.draft, for: key)
    if let problem { throw problem }
    if let name { kept.draft.picture?.copy = name }
    kept.draft.delivery.nameCopies(for: key)
    return kept
  }

  /// Returns the pending text of a draft.
  package func unwritten(_ key: Draft.Key) -> Draft? { state.withLock { $0.pending[key] ?? nil } }

  /// Records whether a draft could be written, and reports a change.
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
  /// Returns whether nothing is lost if another draft replaces this one.
  fileprivate func saysTheSame(as other: Draft) -> Bool {
    words == other.words && picture == other.picture && removesPicture == other.removesPicture
      && crop == other.crop && unconfirmed == other.unconfirmed
      && delivery == other.delivery
  }
}
