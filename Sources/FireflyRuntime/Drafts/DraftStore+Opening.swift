import FireflyApp
import FireflyCore
import Foundation

extension DraftOpening {
  /// Begins to write a draft.
  ///
  /// - `orAnother`: whether it may be another one in the same place; else one knows its words already.
  /// - `store`: nil where nothing is kept.
  init(_ key: Draft.Key, orAnother: Bool, in store: DraftStore?) async {
    guard let store else {
      self.init(unkept: key)
      return
    }
    let (key, opening) = orAnother ? await store.openAny(key) : (key, await store.reopen(key))
    self.init(opening, of: key, in: store)
  }

  /// Begins a new draft beside those that wait in its place.
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
      self.init(kept: kept, idempotencyKey: idempotencyKey, number: key.number)
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
  /// What an account has left on a server, the draft that was changed last first; without what other
  /// programs are writing.
  func drafts(of account: String, on server: String) async -> [KeptDraft] {
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

  /// How many files of drafts can't be read; those that were put aside were reported then.
  func damagedCount() async -> Int {
    await BlockingThread.run { self.folder.ids().count { self.folder.isDamaged($0) } }
  }
}
