/// An event of a picture.
public enum PictureAction: Hashable, Sendable {
  /// Showing the selected post's picture in full screen was requested.
  case pressed
  /// The picture in full screen was closed.
  case closed
  /// A picture was loaded, with its width divided by its height; nil if it failed.
  case response(address: String, aspectRatio: Double?)
  /// A picture was not loaded, because too many were requested after it.
  case postponed(address: String)
}
