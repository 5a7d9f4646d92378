/// An event of a picture.
package enum PictureAction: Hashable, Sendable {
  /// Showing the selected post's pictures in full screen was requested.
  case pressed
  /// A link to a picture in the selected post's text was followed.
  case linked(String)
  /// The next picture of the post was requested, or the one before (-1).
  case moved(Int)
  /// The picture in full screen was closed.
  case closed
  /// A picture is shown in full screen.
  case wanted(String)
  /// A picture was loaded, with its width divided by its height; nil if it failed.
  case response(address: String, aspectRatio: Double?)
  /// A picture could not be loaded; why, in few words.
  case failed(address: String, reason: String)
  /// A picture was not loaded, because too many were requested after it.
  case postponed(address: String)
}
