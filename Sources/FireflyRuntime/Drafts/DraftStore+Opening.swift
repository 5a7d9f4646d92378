import FireflyApp
import FireflyCore
import Foundation

extension DraftOpening {
  /// Opens a draft.
  ///
  /// - Parameters:
  ///   - key: the draft.
  ///   - orAnother: whether another draft for the same target will do. False if the caller has the
  ///     current text.
  ///   - store: nil if drafts are not stored.
  init(_ key: Draft.Key, orAnother: Bool, in store: DraftStore?) async {
    guard let store else {
      self.init(unkept: key)
      return
    }
    let (key, opening) = orAnother ? await store.openAny(key) : (key, await store.reopen(key))
    self.init(opening, of: key, in: store)
  }

  /// Opens a new draft, next to others for its target.
  init(newAt key: Draft.Key, in store: DraftStore?) async {
    guard let store else {
      self.init(unkept: key)
      return
    }
    let (key, opening) = await store.openNew(key)
    self.init(opening, of: key, in: store)
  }

  private init(unkept key: Draft.Key) {
    self.init(idempotencyKey: UUID().uuidString.lowercased(), number: key.number)
  }

  private init(_ opening: DraftStore.Opening, of key: Draft.Key, in store: DraftStore) {
    switch opening {
    case .ready(let kept, let idempotencyKey):
      self.init(stored: kept, idempotencyKey: idempotencyKey, number: key.number)
    case .unavailable(let error):
      let isTaken = if case .locked = error { true } else { false }
      self.init(
        idempotencyKey: UUID().uuidString.lowercased(), complaint: error.description,
        isTaken: isTaken, number: key.number)
    }
    isBesideOther = store.hasUnreportedOther(beside: key)
  }
}

extension DraftStore {
  /// Returns the drafts of an account on a server, the last changed first, except those open in
  /// other programs.
  func drafts(of account: String, on server: String) async -> [StoredDraft] {
    await adopt(account: account, on: server)
    return await BlockingThread.run {
      self.folder.sweepDiscarded(at: self.now())
      return self.folder.entries().compactMap { entry in
        guard case .draft(let kept) = entry, kept.discardedAt == nil,
          kept.draft.key.server == server,
          kept.draft.key.account == account, kept.draft.isWorthKeeping,
          self.isOpen(kept.draft.key) || !self.folder.isBeingWritten(kept.draft.key.id)
        else { return nil }
        return kept
      }
    }
  }

  /// Returns the number of damaged drafts that were not reported yet.
  func damagedCount() async -> Int {
    await BlockingThread.run { self.folder.ids().count { self.folder.isDamaged($0) } }
  }
}
