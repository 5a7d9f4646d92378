import FireflyCore
import Foundation

// Recovers text that was written without an account, or in an editor that ended together with
// Firefly.
extension DraftStore {
  /// Assigns drafts from before the sign-in, and those from leftover editor files, to an account.
  ///
  /// Without an account they wait: where nobody writes, nobody would find them. Those of no server wait for an account
  /// of a Firefly server: a service would publish what was meant for the user's own.
  package func adopt(account: PersonID, on server: SiteID) async {
    guard account != .nobody else { return await recover() }
    await perform {
      self.recoverEdited(of: server.isServer ? (server, account) : (.unknown, .nobody))
      for case .draft(var kept) in self.folder.entries()
      where kept.draft.key.account == .nobody
        && (kept.draft.key.server == server || kept.draft.key.server == .unknown && server.isServer)
      {
        let id = kept.draft.key.id
        guard kept.discardedAt == nil, let lock = try? self.folder.lock(id) else { continue }
        kept.givenName = kept.name
        (kept.draft.key.server, kept.draft.key.account) = (server, account)
        guard (try? self.saveBeside(kept, apartFrom: nil)) != nil else { continue }
        try? self.folder.remove(id)
        withExtendedLifetime(lock) {}
      }
    }
  }

  /// Turns leftover editor files into drafts; without an account if the owner is unknown.
  package func recover() async {
    await perform {
      self.recoverEdited(of: (.unknown, .nobody))
    }
  }

  /// Turns leftover editor files into drafts.
  ///
  /// - Parameter owner: the owner of texts whose owner was not recorded.
  func recoverEdited(of owner: (server: SiteID, account: PersonID)) {
    for file in EditedFile.leftovers(in: folder.editing.path) {
      guard case .text(let text, let edited) = file.content() else { continue }
      let unknown = StoredDraft(
        draft: Draft(
          key: Draft.Key(
            server: owner.server, account: owner.account, target: .newPost(below: nil))),
        startedAt: file.changedAt, changedAt: file.changedAt)
      var kept = file.draft ?? unknown
      (kept.draft.words, kept.draft.delivery) = (edited.words, edited.delivery)
      kept.changedAt = file.changedAt
      let isKept =
        isDraft(edited, for: kept.draft.key) || saveInPlace(kept, of: file.draft)
        || (try? saveAsNew(kept)) != nil
      if isKept { file.markSaved(text) }
    }
  }

  /// Whether a draft of the same target has these words, for no more readers: Firefly read the file before it was
  /// ended.
  private func isDraft(_ edited: Draft, for key: Draft.Key) -> Bool {
    usedKeys(of: key).contains { key in
      guard let found = try? folder.draft(key.id), found.discardedAt == nil else { return false }
      let isWider = edited.delivery.readers.map { $0 < found.draft.delivery.readers ?? .everyone }
      return found.draft.key == key && found.draft.words == edited.words && isWider != true
        && found.draft.delivery.poll == edited.delivery.poll
    }
  }

  /// Replaces the text of the original draft, if that is unchanged.
  private func saveInPlace(_ kept: StoredDraft, of original: StoredDraft?) -> Bool {
    let key = kept.draft.key
    guard let original, !isOpen(key), unwritten(key) == nil, let lock = try? folder.lock(key.id),
      var found = try? folder.draft(key.id), found.draft.key == key,
      found.draft.words == original.draft.words
    else { return false }
    defer { withExtendedLifetime(lock) {} }
    (found.draft.words, found.changedAt) = (kept.draft.words, kept.changedAt)
    let delivery = kept.draft.delivery
    (found.draft.delivery.readers, found.draft.delivery.language) =
      (delivery.readers, delivery.language)
    found.draft.delivery.poll = delivery.poll
    return (try? folder.write(found)) != nil
  }

  private func saveAsNew(_ kept: StoredDraft) throws(DraftError) {
    var new = kept
    // A post may have been created with the old key.
    new.draft.idempotencyKey = UUID().uuidString.lowercased()
    new.draft.unconfirmed = []
    if new.draft.key.target.isNew { new.draft.base = nil }
    try saveBeside(new, apartFrom: nil)
  }
}
