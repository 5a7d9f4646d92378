import FireflyApp
import FireflyCore
import Foundation

extension DraftOpening {
  /// Begins to write a draft.
  ///
  /// - `store`: nil where nothing is kept.
  init(_ key: Draft.Key, in store: DraftStore?) async {
    switch await store?.open(key) {
    case .ready(let kept, let idempotencyKey):
      self.init(kept: kept, idempotencyKey: idempotencyKey)
    case .unavailable(let error):
      let isTaken = if case .taken = error { true } else { false }
      self.init(
        idempotencyKey: UUID().uuidString.lowercased(), complaint: error.description,
        isTaken: isTaken)
    case nil: self.init(idempotencyKey: UUID().uuidString.lowercased())
    }
  }
}

extension DraftStore {
  /// What an account has left on a server, the draft that was changed last first.
  func kept(of account: String, on server: String) async -> [KeptDraft] {
    let folder = folder
    let entries = await Task.detached { folder.entries() }.value
    return entries.compactMap { entry in
      guard case .draft(let kept) = entry, kept.draft.key.server == server,
        kept.draft.key.account == account, kept.draft.isWorthKeeping
      else { return nil }
      return kept
    }
  }
}
