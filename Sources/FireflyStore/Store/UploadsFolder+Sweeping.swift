import FireflyCore
import Foundation

extension UploadsFolder {
  /// Creates a temporary file, locked as long as it is open: so a sweep knows those of servers that were
  /// killed.
  ///
  /// - Returns: a descriptor; −1 with the number of the error in `errno`.
  static func createPart(_ path: String, _ flags: Int32) -> Int32 {
    while true {
      let file = OwnFiles.create(path, flags)
      guard file >= 0 else { return file }
      var status = stat()
      // A sweep may have removed it before it was locked.
      if flock(file, LOCK_EX | LOCK_NB) != 0 || fstat(file, &status) != 0 || status.st_nlink > 0 {
        return file
      }
      close(file)
    }
  }

  /// Removes temporary files that no server writes any more, and files that a server named, that are older
  /// than a time, and that are not at one of these URLs.
  func sweep(keeping urls: Set<String>, before time: Date) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where Self.isPart(name) { removePart(name) }
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

  private func removePart(_ name: String) {
    let file = open(path(name), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      flock(file, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path(name))
  }

  /// Whether `PictureDraft` creates such names for temporary files.
  private static func isPart(_ name: String) -> Bool {
    name.hasPrefix(".") && UUID(uuidString: String(name.dropFirst())) != nil
  }

  /// Whether `PictureDraft` creates such names for saved files.
  static func isGenerated(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 32
      && parts[0].allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
  }
}
