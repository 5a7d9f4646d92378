import FireflyCore

/// The names of folders of feeds: parts with slashes between them, such as `Tech/More`.
package enum FeedFolder {
  /// Maximum number of folders within each other.
  package static let maximumDepth = 4
  /// Maximum number of letters of a part.
  package static let maximumLetters = 40

  /// Returns what a name loses in its usual form, as a sentence; nil for nothing.
  package static func cut(_ text: String) -> String? {
    let parts = text.split(separator: "/").filter { !$0.allSatisfy(\.isWhitespace) }
    guard let name = name(text) else { return nil }
    if parts.count > maximumDepth {
      return "Folders are at most \(maximumDepth) deep: \(name) is used."
    }
    return parts.contains { $0.count > maximumLetters }
      ? "The names of folders have at most \(maximumLetters) letters: \(name) is used." : nil
  }

  /// Returns a name in its usual form; nil for a blank one.
  package static func name(_ text: String) -> String? {
    name(of: text.split(separator: "/").map(String.init))
  }

  /// Returns the name of a folder by its parts, the outermost first; nil if all are blank.
  static func name(of parts: [String]) -> String? {
    let parts = parts.compactMap { part -> String? in
      let words = ForeignText.cleanLine(part, limit: maximumLetters)
      return words.isEmpty ? nil : words.replacing("/", with: "-")
    }
    return parts.isEmpty ? nil : parts.prefix(maximumDepth).joined(separator: "/")
  }

  /// Returns whether a folder is in another, at any level.
  static func contains(_ outer: String, _ inner: String) -> Bool {
    inner == outer || inner.hasPrefix(outer + "/")
  }

  /// Returns the folder in another that has a third at any level; nil if that is the outer one itself.
  ///
  /// - Parameter outer: the outer folder; nil for the top level.
  static func child(of outer: String?, towards inner: String) -> String? {
    let depth = outer?.split(separator: "/").count ?? 0
    let parts = inner.split(separator: "/")
    return parts.count > depth ? parts.prefix(depth + 1).joined(separator: "/") : nil
  }

  /// Returns the folder that has another; nil for none.
  static func parent(of name: String) -> String? {
    name.lastIndex(of: "/").map { String(name[..<$0]) }
  }

  static func lastPart(of name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? name
  }

  /// A line of the list of feeds that begins a folder: `# [Tech/More]`.
  struct Heading {
    /// The folder; nil for `# []`, after which feeds are in none.
    let folder: String?
    /// What its name loses, as a sentence; nil for nothing.
    let cut: String?

    /// Reads a line; nil for another one.
    init?(line: some StringProtocol) {
      let words = line.drop { $0.isWhitespace }
      guard words.first == "#" else { return nil }
      let rest = words.dropFirst().drop { $0.isWhitespace }
      guard rest.first == "[", let end = rest.lastIndex(of: "]"),
        rest[rest.index(after: end)...].allSatisfy(\.isWhitespace)
      else { return nil }
      let name = String(rest[rest.index(after: rest.startIndex)..<end])
      (folder, cut) = (FeedFolder.name(name), FeedFolder.cut(name))
    }

    /// The line that begins a folder.
    static func line(of folder: String) -> String { "# [\(folder)]" }
  }
}
