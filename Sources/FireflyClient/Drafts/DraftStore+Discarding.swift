import FireflyCore
import Foundation

// Discarded drafts, which can be restored for a day.
extension DraftStore {
  /// Closes a draft and marks it as discarded.
  package func discard(_ draft: Draft) {
    state.withLock { $0.discarding[draft.key] = draft.isWorthKeeping ? draft : nil }
    remove(draft.key, keepsPictures: true)
  }

  /// Restores a draft that was discarded in this run.
  package func restore(_ draft: Draft) {
    state.withLock { $0.discarding[draft.key] = nil }
    save(draft)
    close(draft.key) {
      guard self.unwritten(draft.key) == nil,
        let copy = self.state.withLock({ $0.discarded.removeValue(forKey: draft.key) })
      else { return }
      try? self.folder.delete(copy.key.id)
    }
  }

  /// Restores a discarded draft, next to other drafts for its target.
  ///
  /// - Returns: its new key.
  package func restore(discarded id: String) throws(DraftError) -> Draft.Key {
    let lock = try folder.lock(id)
    guard var kept = try folder.draft(id), kept.discardedAt != nil else { throw .unknown(id) }
    kept.givenName = kept.name
    let key = try saveBeside(kept, apartFrom: nil)
    try folder.remove(id)
    folder.removePictures(of: id)
    withExtendedLifetime(lock) {}
    return key
  }

  /// Writes a draft as discarded, under a key of its own.
  func saveDiscarded(_ draft: Draft) throws(DraftError) {
    let moment = now()
    var kept = stored(draft.withoutPasswords).discarded(at: moment)
    while folder.holdsDraft(kept.draft.key.id) { kept.draft.key.number += 1 }
    let discardedKey = kept.draft.key
    let lock = try folder.lock(discardedKey.id)
    try folder.write(copy(kept, to: discardedKey))
    withExtendedLifetime(lock) {}
    state.withLock { state in
      state.discarded[draft.key] = (discardedKey, kept.givenName)
      state.discarding[draft.key] = nil
    }
  }
}

extension DraftFolder {
  /// Deletes the drafts that were discarded more than a day ago.
  ///
  /// Of those that a clock discarded which was ahead, the day begins now.
  ///
  /// - Parameter moment: seconds since 1970.
  package func sweepDiscarded(at moment: Double = Date().timeIntervalSince1970) {
    for case .draft(var kept) in entries() {
      guard let discardedAt = kept.discardedAt else { continue }
      if discardedAt < moment - StoredDraft.discardedLifetime {
        try? delete(kept.draft.key.id)
      } else if discardedAt > moment + StoredDraft.discardedLifetime {
        kept.discardedAt = moment
        try? write(kept)
      }
    }
  }
}
