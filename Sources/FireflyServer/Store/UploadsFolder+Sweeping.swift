import FireflyCore
import Foundation

extension UploadsFolder {
  /// Removes files of a server's making that came before a time and have none of these URLs.
  func sweep(keeping urls: Set<String>, before time: Date) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where Self.isMade(name) && !urls.contains("/uploads/" + name) {
      let path = folder.appendingPathComponent(name).path
      var status = stat()
      // When it got its name; a copy can't bring an older time along.
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        Double(status.st_ctim.tv_sec) < time.timeIntervalSince1970
      else { continue }
      unlink(path)
    }
  }

  /// Whether it is a name that `PictureDraft` gives, while it is received or when it is kept.
  private static func isMade(_ name: String) -> Bool {
    if name.hasPrefix(".") { return UUID(uuidString: String(name.dropFirst())) != nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 32
      && parts[0].allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
  }
}

extension Store {
  /// Removes pictures that belong to nothing, because a server was killed while it received one, or before
  /// it could remove one.
  ///
  /// Only files with names of a server's making, and none that came within the last day: it may be on its
  /// way to a post.
  /// - Throws: `StoreError`.
  func sweepUploads(at now: Date = Date()) async throws(StoreError) {
    let known = try await pictureURLs()
    await BlockingThread.run { [uploads] in
      uploads.sweep(keeping: known, before: now.addingTimeInterval(-86_400))
    }
  }
}
