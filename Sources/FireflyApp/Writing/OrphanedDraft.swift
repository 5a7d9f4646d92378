import FireflyCore

/// A draft whose post or parent was deleted.
public struct OrphanedDraft: Hashable, Sendable {
  /// The draft.
  public let draft: Draft
  /// A suggested target for a new post.
  public let target: DraftTarget

  /// Creates an orphaned draft.
  public init(_ draft: Draft, target: DraftTarget) {
    self.draft = draft
    self.target = target
  }
}

/// The result of converting a draft to one of a new post.
public struct DraftConversion: Hashable, Sendable {
  /// The key of the original draft.
  public let old: Draft.Key
  /// The new draft; nil after a failure.
  public let draft: Draft?
  /// The reason of a failure, as a sentence; nil for none.
  public let complaint: String?
  /// Whether to save it now.
  public let saves: Bool

  /// Creates a result.
  public init(of old: Draft.Key, _ draft: Draft?, complaint: String? = nil, saves: Bool) {
    self.old = old
    self.draft = draft
    self.complaint = complaint
    self.saves = saves
  }
}
