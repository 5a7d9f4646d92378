import FireflyForeign
import Foundation

/// A file that a zip archive has.
struct ArchiveEntry {
  enum Content {
    case stored(Range<Int>)
    case deflated(Range<Int>, size: Int)
    /// Nothing that can be read, such as a symbolic link; its name after 1, and after other numbers.
    case none(String, String)
  }

  var path: String
  let content: Content
  /// When it was changed; nil if unknown.
  var changed: Date?

  /// Its bytes by the directory or the header of the archive.
  var size: Int {
    switch content {
    case .stored(let range): range.count
    case .deflated(_, let size): size
    case .none: 0
    }
  }

  /// Returns whether a file is a text that is read as a whole, other than mails.
  static func isText(_ path: String) -> Bool {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    return texts.contains(ending)
  }

  private static let texts: Set<String> = [
    "md", "markdown", "mdown", "mkd", "org", "json", "jsonl", "ndjson", "opml", "html", "htm",
    "txt",
    "csv",
  ]

  static let symbolicLink = Content.none("symbolic link", "symbolic links")

  /// The text of a name; that of old programs for Windows is in its own character set.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? Charset.decode(Array(bytes), "cp437")
  }
}
