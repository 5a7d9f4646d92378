/// A picture's path that was pasted into a text, so that the picture can be attached instead.
public struct PictureOffer: Hashable, Sendable {
  /// The path.
  public var path: String
  /// The field with the pasted path.
  public var field: EditorField
  /// The revision after the paste; the offer is valid until the next change.
  public var revision: Int

  /// Creates an offer.
  public init(path: String, field: EditorField, revision: Int) {
    self.path = path
    self.field = field
    self.revision = revision
  }
}
