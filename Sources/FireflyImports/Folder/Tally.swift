import FireflyCore

/// Things of an input that did not become part of a post, or that were guessed: counted by kind, with
/// their names.
package struct Tally: Sendable {
  /// A kind, such as PDFs.
  struct Kind: Sendable {
    /// Its name after 1, and after other numbers.
    var one: String
    var many: String
    var count = 0
    /// The first names, cleaned.
    var names: [String] = []
  }

  /// Maximum number of names of a kind.
  static let maxNames = 1_000

  /// The kinds, in the order of their first things.
  private(set) var kinds: [Kind] = []

  /// Creates an empty tally.
  package init() {}

  /// The number of things.
  package var count: Int { kinds.reduce(0) { $0 + $1.count } }

  /// Whether nothing was counted.
  package var isEmpty: Bool { kinds.isEmpty }

  /// Counts things of a kind.
  ///
  /// - Parameters:
  ///   - one: the name of the kind after 1, such as `PDF`.
  ///   - many: after other numbers; nil for `one` with an s.
  ///   - name: the name of the thing, of any origin; nil if it has none.
  ///   - count: how many things.
  package mutating func add(
    _ one: String, _ many: String? = nil, named name: String? = nil, count: Int = 1
  ) {
    guard count > 0 else { return }
    if !kinds.contains(where: { $0.one == one }) {
      kinds.append(Kind(one: one, many: many ?? one + "s"))
    }
    let index = kinds.firstIndex { $0.one == one } ?? 0
    kinds[index].count += count
    guard let name, !name.isEmpty, kinds[index].names.count < Self.maxNames else { return }
    kinds[index].names.append(ForeignText.cleanLine(name, limit: 200))
  }

  /// Adds what another tally has counted.
  package mutating func add(_ other: Tally) {
    for kind in other.kinds {
      add(kind.one, kind.many, count: kind.count - kind.names.count)
      for name in kind.names { add(kind.one, kind.many, named: name) }
    }
  }

  /// Counts a file by the kind that its name or its media type shows.
  package mutating func addFile(_ name: String, type: String = "") {
    let (one, many) = Self.kind(of: name, type)
    add(one, many, named: name.isEmpty ? type : name)
  }

  /// Counts a file or a folder that the user may not read.
  mutating func addUnreadable(_ name: String, isFolder: Bool = false) {
    if isFolder {
      add("folder that can't be read", "folders that can't be read", named: name)
    } else {
      add("file that can't be read", "files that can't be read", named: name)
    }
  }

  /// Whether things of a kind were counted, which its name after 1 names.
  package func has(_ one: String) -> Bool { kinds.contains { $0.one == one } }

  /// Whether the name of a file shows its kind, other than that of a note.
  static func isKnownFile(_ name: String) -> Bool {
    let kind = kind(of: name, "").0
    return kind != "file" && kind != "note in Markdown"
  }

  /// `4 PDFs (paper.pdf …), 326 boosts`.
  package var line: String {
    kinds.map { kind in
      let count = Counted.grouped(kind.count, kind.one, kind.many)
      guard let first = kind.names.first else { return count }
      return "\(count) (\(first)\(kind.count > 1 ? " …" : ""))"
    }.joined(separator: ", ")
  }

  /// The same without names.
  package var counts: String {
    kinds.map { Counted.grouped($0.count, $0.one, $0.many) }.joined(separator: ", ")
  }

  /// Each known name on a line of its own: `PDF: paper.pdf`; the first 1,000 of a kind.
  package var names: [String] {
    kinds.flatMap { kind in
      let rest = kind.count - kind.names.count
      if rest == 0 { return kind.names.map { "\(kind.one): \($0)" } }
      let others =
        "\(rest.grouped) \(kind.names.count == Self.maxNames ? "more " : "")"
        + (rest == 1 ? kind.one : kind.many)
      return kind.names.map { "\(kind.one): \($0)" }
        + [others + (kind.names.count == Self.maxNames ? "" : " without a name")]
    }
  }

  private static func kind(of name: String, _ type: String) -> (String, String) {
    let ending = name.split(separator: ".").count > 1 ? name.split(separator: ".").last ?? "" : ""
    switch ending.lowercased() {
    case "pdf": return ("PDF", "PDFs")
    case "md", "markdown": return ("note in Markdown", "notes in Markdown")
    case "org": return ("outline of Org", "outlines of Org")
    case "doc", "docx", "odt", "rtf", "pages": return ("document", "documents")
    case "xls", "xlsx", "ods", "csv", "tsv": return ("table", "tables")
    case "ppt", "pptx", "odp", "key": return ("presentation", "presentations")
    case "ics": return ("calendar", "calendars")
    case "vcf": return ("address card", "address cards")
    case "base": return ("base of Obsidian", "bases of Obsidian")
    case "epub", "mobi", "djvu": return ("book", "books")
    case "zip", "gz", "tar", "tgz", "7z", "bz2", "xz", "zst": return ("archive", "archives")
    case "htm", "html": return ("web page", "web pages")
    case "txt": return ("text file", "text files")
    case "canvas", "excalidraw": return ("drawing", "drawings")
    case "asc", "sig", "p7s": return ("signature", "signatures")
    case "png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "tif", "tiff", "heic", "avif":
      return ("picture", "pictures")
    case "mp4", "mov", "webm", "mkv", "avi": return ("video", "videos")
    case "mp3", "ogg", "oga", "opus", "wav", "m4a", "flac": return ("sound", "sounds")
    default: break
    }
    switch type {
    case "text/calendar": return ("calendar", "calendars")
    case "text/csv": return ("table", "tables")
    case "application/pdf": return ("PDF", "PDFs")
    case "application/pgp-signature", "application/pkcs7-signature":
      return ("signature", "signatures")
    default: break
    }
    if type.hasPrefix("image/") { return ("picture", "pictures") }
    if type.hasPrefix("video/") { return ("video", "videos") }
    if type.hasPrefix("audio/") { return ("sound", "sounds") }
    return ("file", "files")
  }
}

extension Counted {
  /// `1 post`, `3,000 posts`.
  package static func grouped(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count.grouped) \(count == 1 ? one : many)"
  }
}

extension Int {
  /// The number with commas between its thousands.
  package var grouped: String {
    var digits = String(self)
    var place = digits.count - 3
    while place > (self < 0 ? 1 : 0) {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }
}
