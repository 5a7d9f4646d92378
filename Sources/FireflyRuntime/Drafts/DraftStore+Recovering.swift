import FireflyCore
import Foundation

// Drafts of words that were written without an account, or in an editor that ended together with Firefly.
extension DraftStore {
  /// Gives an account the drafts that were written before the sign-in, and those that editors have left.
  public func adopt(account: String, on server: String) async {
    await perform {
      self.recoverEdited(of: (server, account))
      for case .draft(var kept) in self.folder.entries()
      where kept.draft.key.account.isEmpty && ["", server].contains(kept.draft.key.server) {
        let id = kept.draft.key.id
        guard kept.discardedAt == nil, let lock = try? self.folder.lock(id) else { continue }
        (kept.draft.key.server, kept.draft.key.account) = (server, account)
        guard (try? self.saveBeside(kept, apartFrom: nil)) != nil else { continue }
        try? self.folder.remove(id)
        withExtendedLifetime(lock) {}
      }
    }
  }

  /// Makes drafts of what editors have left; where it was not noted whose it is, without an account.
  public func recover() async {
    await perform {
      self.recoverEdited(of: ("", ""))
    }
  }

  /// Makes drafts of what editors have saved and Firefly has not read, because both were ended.
  ///
  /// - Parameter owner: whose a text is where that was not noted.
  func recoverEdited(of owner: (server: String, account: String)) {
    for file in EditedFile.leftovers(in: folder.editing.path) {
      guard case .text(let text, let words) = file.content() else { continue }
      let unknown = KeptDraft(
        draft: Draft(
          key: Draft.Key(
            server: owner.server, account: owner.account, target: .newPost(below: nil))),
        startedAt: file.changedAt, changedAt: file.changedAt)
      var kept = file.draft ?? unknown
      kept.draft.words = words
      kept.changedAt = file.changedAt
      if saveInPlace(kept, of: file.draft) || (try? saveAsNew(kept)) != nil { file.markSaved(text) }
    }
  }

  /// Writes recovered words over the draft that they were made of, if that is still as it was.
  private func saveInPlace(_ kept: KeptDraft, of original: KeptDraft?) -> Bool {
    let key = kept.draft.key
    guard let original, !isOpen(key), unwritten(key) == nil, let lock = try? folder.lock(key.id),
      var found = try? folder.draft(key.id), found.draft.key == key,
      found.draft.words == original.draft.words
    else { return false }
    defer { withExtendedLifetime(lock) {} }
    (found.draft.words, found.changedAt) = (kept.draft.words, kept.changedAt)
    return (try? folder.write(found)) != nil
  }

  private func saveAsNew(_ kept: KeptDraft) throws(DraftError) {
    var new = kept
    // A post may have been made with the other one.
    new.draft.idempotencyKey = UUID().uuidString.lowercased()
    new.draft.unconfirmed = []
    if new.draft.key.target.isNew { new.draft.base = nil }
    try saveBeside(new, apartFrom: nil)
  }
}
