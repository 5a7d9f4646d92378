/// Something that happened with a picture.
public enum PictureAction: Hashable, Sendable {
  /// The selected post's picture was asked for, over the whole screen.
  case pressed
  /// The picture over the whole screen was closed.
  case closed
  /// A picture was loaded (with its aspect ratio, width by height) or not (nil).
  case response(address: String, aspectRatio: Double?)
  /// A picture was not loaded: too many came after it.
  case postponed(address: String)
}
