import FireflyCore
import FireflyModel
import Foundation

extension DraftOpening {
  /// Creates the result of opening a draft in a store.
  package init(_ opened: (key: Draft.Key, result: DraftStore.Opening), in store: DraftStore) {
    switch opened.result {
    case .ready(let kept, let idempotencyKey):
      self.init(stored: kept, idempotencyKey: idempotencyKey, number: opened.key.number)
    case .unavailable(let error):
      self.init(unstored: opened.key)
      complaint = error.description
      isTaken = if case .locked = error { true } else { false }
    }
    isBesideOther = store.hasUnreportedOther(beside: opened.key)
  }

  /// Creates the result for a draft that is in memory only.
  package init(unstored key: Draft.Key) {
    self.init(idempotencyKey: UUID().uuidString.lowercased(), number: key.number)
  }
}

extension DraftStore {
  /// Returns the drafts of an account on a server, the last changed first, except those open in
  /// other programs.
  package func drafts(of account: PersonID, on server: SiteID) async -> [StoredDraft] {
    await drafts(on: server, adoptedBy: account).filter { $0.draft.key.account == account }
  }

  /// Returns the drafts of all accounts on a server in the same order.
  ///
  /// - Parameters:
  ///   - server: the permanent ID of the server.
  ///   - account: gets the drafts that were begun without an account.
  package func drafts(on server: SiteID, adoptedBy account: PersonID) async -> [StoredDraft] {
    await adopt(account: account, on: server)
    return await BlockingThread.run {
      self.folder.sweepDiscarded(at: self.now())
      return self.folder.entries().compactMap { entry in
        guard case .draft(let kept) = entry, kept.discardedAt == nil,
          kept.draft.key.server == server, kept.draft.isWorthKeeping,
          self.isOpen(kept.draft.key) || !self.folder.isBeingWritten(kept.draft.key.id)
        else { return nil }
        return kept
      }
    }
  }

  /// Returns the number of damaged drafts that were not reported yet.
  package func damagedCount() async -> Int {
    await BlockingThread.run { self.folder.ids().count { self.folder.isDamaged($0) } }
  }
}
