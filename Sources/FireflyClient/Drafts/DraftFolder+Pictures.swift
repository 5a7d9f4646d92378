import FireflyCore
import Foundation

// Pictures beside the drafts that they go with.
extension DraftFolder {
  /// Writes a picture and waits until it would survive a power cut.
  ///
  /// - Throws: `DraftError.pictureUnwritable`.
  package func write(_ data: Data, toPicture name: String) throws(DraftError) {
    let file = PrivateFile(url: folder.appendingPathComponent(name))
    // The name contains a fingerprint, so an equal file needs no write.
    if (try? file.read(maximumBytes: PictureFormat.maximumFileSize)) == data { return }
    do {
      try file.replace(with: data)
    } catch {
      throw .pictureUnwritable(reason: error.description)
    }
  }

  /// Returns the bytes of a picture; nil if there is none.
  package func picture(_ name: String) -> Data? {
    guard Self.isPicture(name) else { return nil }
    return try? PrivateFile(url: folder.appendingPathComponent(name))
      .read(maximumBytes: PictureFormat.maximumFileSize)
  }

  /// Whether there is a picture of this name.
  package func has(_ picture: String) -> Bool {
    access(folder.appendingPathComponent(picture).path, F_OK) == 0
  }

  /// Removes the pictures of a draft, except some.
  func removePictures(of id: String, but kept: Set<String> = []) {
    for name in pictures(of: id) where !kept.contains(name) {
      unlink(folder.appendingPathComponent(name).path)
    }
  }

  /// Returns the file names of a draft's pictures.
  package func pictures(of id: String) -> [String] {
    names.filter { $0.hasPrefix(id + "-") }
  }

  /// Returns whether a file name is that of a picture, `0123456789abcdef-….jpg`, and contains no
  /// path.
  private static func isPicture(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, PictureFormat.allCases.contains(where: { $0.fileExtension == parts[1] })
    else { return false }
    return parts[0].utf8.count == 33
      && parts[0].utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D
      }
  }
}
