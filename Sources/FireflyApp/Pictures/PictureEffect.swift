/// An effect of pictures.
package enum PictureEffect: Hashable, Sendable {
  /// Load a picture.
  case load(address: String)
  /// Change the address of a cached picture.
  case rename(from: String, to: String)
}
