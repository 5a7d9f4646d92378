import FireflyServer
import Foundation

/// A Maildir: one file per mail, in `cur` and `new`.
public enum Maildir {
  /// Returns whether a folder is a Maildir.
  public static func isOne(_ folder: URL) -> Bool {
    ["cur", "new"].allSatisfy { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(name).path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Reads and converts a folder; follows no symbolic links.
  /// - Throws: `ImportError`, or Foundation's error if it can't be read.
  public static func convert(_ folder: URL) throws -> Conversion {
    var messages: [MailMessage] = []
    var bytes = 0
    for part in ["cur", "new"] {
      let place = folder.appendingPathComponent(part)
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() {
        let url = place.appendingPathComponent(name)
        var status = stat()
        guard !name.hasPrefix("."), lstat(url.path, &status) == 0,
          status.st_mode & S_IFMT == S_IFREG
        else { continue }
        bytes += Int(status.st_size)
        guard bytes <= ImportDocument.maxBytes else {
          throw ImportError.tooLarge(limit: ImportDocument.maxBytes)
        }
        messages.append(
          MailMessage(bytes: Array(try Data(contentsOf: url))[...], name: "\(part)/\(name)"))
      }
    }
    return try MailThreads.convert(messages)
  }
}
