import FireflyCore

/// A draft whose post or parent was deleted.
package struct OrphanedDraft: Hashable, Sendable {
  /// The draft.
  package let draft: Draft
  /// A suggested target for a new post.
  package let target: DraftTarget

  /// Creates an orphaned draft.
  package init(_ draft: Draft, target: DraftTarget) {
    self.draft = draft
    self.target = target
  }
}

/// The result of converting a draft to one of a new post.
package struct DraftConversion: Hashable, Sendable {
  /// The key of the original draft.
  package let old: Draft.Key
  /// The new draft; nil after a failure.
  package let draft: Draft?
  /// The reason of a failure, as a sentence; nil for none.
  package let complaint: String?
  /// Whether to save it now.
  package let saves: Bool

  /// Creates a result.
  package init(of old: Draft.Key, _ draft: Draft?, complaint: String? = nil, saves: Bool) {
    self.old = old
    self.draft = draft
    self.complaint = complaint
    self.saves = saves
  }
}
