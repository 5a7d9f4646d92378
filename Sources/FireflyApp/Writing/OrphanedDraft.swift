import FireflyCore

/// A draft that can't be saved where it belongs: the post that it changes is gone, or the one that it goes
/// below.
public struct OrphanedDraft: Hashable, Sendable {
  /// The draft.
  public let draft: Draft
  /// Where it could go as a new post.
  public let target: DraftTarget

  /// A draft and the place of a new post.
  public init(_ draft: Draft, target: DraftTarget) {
    self.draft = draft
    self.target = target
  }
}

/// What came of making a draft one of a new post.
public struct DraftConversion: Hashable, Sendable {
  /// What the draft was called.
  public let old: Draft.Key
  /// The new one; nil if there is none.
  public let draft: Draft?
  /// What is wrong with it, as a sentence; nil for nothing.
  public let complaint: String?
  /// Whether it is to be saved now.
  public let saves: Bool

  /// A renewal.
  public init(of old: Draft.Key, _ draft: Draft?, complaint: String? = nil, saves: Bool) {
    self.old = old
    self.draft = draft
    self.complaint = complaint
    self.saves = saves
  }
}
