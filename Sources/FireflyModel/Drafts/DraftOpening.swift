import FireflyCore

/// The result of opening a draft.
package struct DraftOpening: Hashable, Sendable {
  /// The stored draft; nil if there is none.
  package var stored: StoredDraft?
  /// The idempotency key of a new post, so that it is created once.
  package var idempotencyKey: String
  /// Why the draft can't be stored, as a sentence; nil if it can.
  package var complaint: String?
  /// Whether another program has locked the draft.
  package var isTaken: Bool
  /// The number of the draft among those with the same target.
  package var number: Int
  /// Whether another program's draft with the same key was kept beside it, and the user doesn't
  /// know yet.
  package var isBesideOther = false

  /// Creates a result.
  package init(
    stored: StoredDraft? = nil, idempotencyKey: String, complaint: String? = nil,
    isTaken: Bool = false, number: Int = 0
  ) {
    self.stored = stored
    self.idempotencyKey = idempotencyKey
    self.complaint = complaint
    self.isTaken = isTaken
    self.number = number
  }
}
