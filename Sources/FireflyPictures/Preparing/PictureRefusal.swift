import FireflyCore

/// Why a file can't be sent as a picture.
package enum PictureRefusal: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// It is a folder.
  case folder
  /// It is neither a file nor a folder: a device or a pipe.
  case noFile
  /// It can't be read; with the system's error message.
  case unreadable(reason: String)
  /// Its picture can't be sent.
  case picture(PictureError)

  /// Returns the problem and a suggestion, as a sentence.
  ///
  /// - Parameter name: the name of the file, cleaned for display.
  package func sentence(naming name: String) -> String {
    switch self {
    case .missing: "There is no \(name)."
    case .folder: "\(name) is a folder, not a picture."
    case .noFile: "\(name) is not a regular file."
    case .unreadable(let reason): "\(name) can't be read: \(reason)."
    case .picture(.unknownFormat): "\(name) is not a PNG, JPEG, GIF or WebP picture."
    case .picture(.tooManyBytes):
      "\(name) is larger than \(PictureFormat.maximumFileSize >> 20) MB. Make it smaller first."
    case .picture(.tooManyPixels(let size)):
      "\(name) has \(size.width) × \(size.height) pixels, too many. Make it smaller first."
    case .picture(.broken(_, let reason)): "\(name) is damaged: \(reason)."
    case .picture(.tooSlow): "\(name) takes too long to decode. Make it smaller first."
    case .picture(.cancelled): "\(name) is not sent."
    case .picture(.unavailable):
      """
      \(name) must be scaled or rotated, but gdk-pixbuf, the library for that, is not installed \
      (on Debian: apt install libgdk-pixbuf-2.0-0). Without it, a picture can have at most \(PicturePreparer.longestSide) pixels a side.
      """
    }
  }
}
