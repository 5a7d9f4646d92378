import FireflyForeign
import Foundation

/// A file that an archive has.
struct ArchiveEntry {
  enum Content {
    case file
    /// The same file as the one with this path.
    case copy(of: String)
    /// Nothing that can be read, such as a symbolic link; its name after 1, and after other numbers.
    case none(String, String)
  }

  let path: String
  let content: Content
  /// Its bytes by the directory or the header of the archive.
  let size: Int
  /// When it was changed; nil if unknown.
  let changed: Date?

  /// Whether it was added by macOS.
  var isOfMacOS: Bool { path.split(separator: "/").first == "__MACOSX" }

  /// Whether it is a text that is read as a whole, other than mails.
  var isText: Bool {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    return Self.texts.contains(ending)
  }

  private static let texts: Set<String> = [
    "md", "markdown", "mdown", "mkd", "org", "json", "jsonl", "ndjson", "opml", "html", "htm",
    "txt",
    "csv",
  ]

  /// The text of a name; that of old programs for Windows is in its own character set.
  static func text(_ name: UnsafePointer<CChar>) -> String {
    String(validatingCString: name)
      ?? Charset.decode(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))), "cp437")
  }

  /// The date of a number of seconds since 1970; nil for those that programs write for none, such as the first day of
  /// zip archives, in any time zone.
  static func date(_ seconds: time_t) -> Date? {
    seconds < 315_705_600 ? nil : Date(timeIntervalSince1970: Double(seconds))
  }
}
