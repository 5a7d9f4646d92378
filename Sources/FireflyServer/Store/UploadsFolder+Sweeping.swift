import FireflyCore
import Foundation

extension UploadsFolder {
  /// Removes files that a server named, that are older than a time, and that are not at one of
  /// these URLs.
  func sweep(keeping urls: Set<String>, before time: Date) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where Self.isGenerated(name) && !urls.contains("/uploads/" + name) {
      let path = folder.appendingPathComponent(name).path
      var status = stat()
      // The change time, which copying a file can't set back.
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        Double(status.st_ctim.tv_sec) < time.timeIntervalSince1970
      else { continue }
      unlink(path)
    }
  }

  /// Whether `PictureDraft` creates such names, for temporary or saved files.
  static func isGenerated(_ name: String) -> Bool {
    if name.hasPrefix(".") { return UUID(uuidString: String(name.dropFirst())) != nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 32
      && parts[0].allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
  }
}
