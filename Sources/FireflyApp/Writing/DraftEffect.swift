import FireflyCore

/// An effect of stored drafts.
package enum DraftEffect: Hashable, Sendable {
  /// Open and lock the draft with a key. For a new post whose draft is locked by another program,
  /// another draft.
  case open(Draft.Key)
  /// Open and lock the stored draft with exactly this key.
  case openThis(Draft.Key)
  /// Open and lock exactly this draft, whose text is known.
  case reopen(Draft.Key)
  /// Begin a new draft beside existing ones with the same target.
  case openNew(Draft.Key)
  /// Find the drafts of an account on a server.
  case find(server: SiteID, account: PersonID)
  /// Find drafts whose post has been deleted, and suggest a new parent for each.
  case findOrphans([Draft])
  /// Convert a draft to one of a new post, and optionally save that post.
  case convert(Draft, as: DraftTarget, saves: Bool)
  /// Store a draft after a short delay, so that a burst of keystrokes causes one write.
  case storeSoon(Draft.Key)
  /// Store a draft now.
  case store(Draft)
  /// Unlock a draft, and keep its file.
  case close(Draft.Key)
  /// Unlock a draft, and delete its file.
  case remove(Draft.Key)
  /// Discard a draft; it can be restored for a day.
  case discard(Draft)
  /// Restore a discarded draft.
  case restore(Draft)
}

extension JobID {
  /// Finding drafts of deleted posts.
  package static let orphans = JobID.named("orphans")
  /// Finding the stored drafts.
  package static let drafts = JobID.named("drafts")
}
