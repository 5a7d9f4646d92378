/// The path of a picture that was pasted into a text: it could be attached instead.
public struct PictureOffer: Hashable, Sendable {
  /// The path.
  public var path: String
  /// The field that it stands in.
  public var field: EditorField
  /// How often the words had changed with it: it holds until they change once more.
  public var revision: Int

  /// An offer.
  public init(path: String, field: EditorField, revision: Int) {
    self.path = path
    self.field = field
    self.revision = revision
  }
}
