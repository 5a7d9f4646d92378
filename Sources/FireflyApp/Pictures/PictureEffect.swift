/// Something to be done with a picture.
public enum PictureEffect: Hashable, Sendable {
  /// Load a picture.
  case load(address: String)
  /// Know a picture by another address.
  case rename(from: String, to: String)
}
