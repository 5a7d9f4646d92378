import FireflyCore

/// Something to be done with drafts, on the disk.
public enum DraftEffect: Hashable, Sendable {
  /// Open the draft in a place and lock it for this program; of a new post, another one where that is being
  /// written already.
  case open(Draft.Key)
  /// The same, for exactly this draft.
  case reopen(Draft.Key)
  /// Begin a new draft beside those that wait in its place.
  case openNew(Draft.Key)
  /// Find the drafts that an account has on a server.
  case find(server: String, account: String)
  /// Find drafts whose post has been deleted, and suggest a new parent for each.
  case findOrphans([Draft])
  /// Make a draft one of a new post, and then save that post or leave it.
  case convert(Draft, as: DraftTarget, saves: Bool)
  /// Keep a draft after a short delay, as it is then, so that a burst of keystrokes causes one write.
  case storeSoon(Draft.Key)
  /// Keep a draft as it is now.
  case store(Draft)
  /// Close a draft, which stays on the disk.
  case close(Draft.Key)
  /// Close a draft, and remove it: nothing of it is needed.
  case remove(Draft.Key)
  /// Close a draft, which can be restored for a day.
  case discard(Draft)
  /// Make a discarded draft one that waits again.
  case restore(Draft)
}

extension JobID {
  /// Which drafts belong to posts that are gone.
  public static let orphans = JobID.named("orphans")
  /// The drafts of earlier runs.
  public static let drafts = JobID.named("drafts")
}
