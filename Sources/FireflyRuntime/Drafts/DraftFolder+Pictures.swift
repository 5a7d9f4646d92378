import FireflyCore
import Foundation

// Pictures beside the drafts that they go with.
extension DraftFolder {
  /// Writes a picture, so that it is there whenever the machine stops from now on.
  /// - Throws: `DraftError.pictureUnwritable`.
  func write(_ data: Data, toPicture name: String) throws(DraftError) {
    let file = PrivateFile(url: folder.appendingPathComponent(name))
    // Its name says what is in it.
    if (try? file.read(maximumBytes: PictureFormat.maximumFileSize)) == data { return }
    do {
      try file.replace(with: data)
    } catch {
      throw .pictureUnwritable(reason: error.reason)
    }
  }

  /// The bytes of a picture; nil if it isn't there.
  func picture(_ name: String) -> Data? {
    guard Self.isPicture(name) else { return nil }
    return try? PrivateFile(url: folder.appendingPathComponent(name))
      .read(maximumBytes: PictureFormat.maximumFileSize)
  }

  /// Removes the pictures of a draft, but for one.
  func removePictures(of id: String, but kept: String?) {
    for name in pictures(of: id) where name != kept {
      unlink(folder.appendingPathComponent(name).path)
    }
  }

  /// The names of a draft's pictures.
  func pictures(of id: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(id + "-") }
  }

  /// Whether a name is one of a picture's, and leads nowhere else: `0123456789abcdef-….jpg`.
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
