import FireflyCore
import FireflyForeign
import Foundation

/// The names of pages of Logseq, by which its links call them.
enum LogseqPage {
  /// Returns whether files are those of a graph: pages and journals, or its configuration.
  static func isGraph(_ files: [ImportFile]) -> Bool {
    files.contains { $0.path == ["logseq", "config.edn"] }
      || ["pages", "journals"].allSatisfy { name in
        files.contains { $0.path.count == 2 && $0.path[0] == name }
      }
  }

  /// Returns the name of a page, with slashes: `a/b?` for `a___b%3F` or `a%2Fb?`.
  static func name(ofFile stem: String) -> String {
    let name = stem.replacing("___", with: "/")
    return name.removingPercentEncoding ?? name
  }

  /// Returns the name of the journal that a link means, whatever the form of its date: `2024-05-01` for
  /// `May 1st, 2024`; nil for other links.
  static func day(named link: String) -> String? {
    guard link.utf8.count <= 40, link.contains(where: \.isNumber) else { return nil }
    let name = link.replacing("_", with: "-").replacing("/", with: "-")
    // The day of the week may be before it; a number alone is no day.
    let day = name.drop { !$0.isNumber }
    let words = link.lowercased().split { !$0.isLetter }
    guard day.contains(where: { !$0.isNumber }), words.allSatisfy(isOfDate),
      let date = ForeignDate.date(name) ?? ForeignDate.date(String(day))
    else { return nil }
    return String(WireDate.iso(date).prefix(10))
  }

  /// Whether a word is a month or a day of the week, or the end of a number.
  private static func isOfDate(_ word: Substring) -> Bool {
    CalendarNames.beginnings.contains(String(word.prefix(3)))
      || ["st", "nd", "rd", "th"].contains(word)
  }

  /// Returns a text without the tabs before lists below a heading or another line that is no block: in
  /// Markdown they would be code.
  static func outdented(_ text: String) -> String {
    var base: Int? = nil
    return text.lines.map { line in
      let tabs = line.prefix { $0 == "\t" }.count
      let rest = line.dropFirst(tabs)
      if tabs == 0 {
        if let first = line.first, !first.isWhitespace { base = first == "-" ? 0 : nil }
        return line
      }
      if base == nil, rest.hasPrefix("- ") || rest == "-" { base = tabs }
      base = base.map { min($0, tabs) }
      return line.dropFirst(base ?? 0)
    }.joined(separator: "\n")
  }

  /// Returns the values of a property: those between commas; names in double brackets may have some.
  ///
  /// - Parameter isOfWords: whether blanks are between values, too.
  /// - Returns: the values, without brackets.
  static func values(_ text: String, isOfWords: Bool = false) -> [String] {
    var (values, depth): ([String], Int) = ([""], 0)
    for character in text {
      switch character {
      case "[": depth += 1
      case "]": depth = max(0, depth - 1)
      case _ where depth == 0 && (character == "," || isOfWords && character.isWhitespace):
        values.append("")
        continue
      default: break
      }
      values[values.count - 1].append(character)
    }
    return values.map { value in
      let name = value.trimmingCharacters(in: .whitespaces)
      return name.hasPrefix("[[") && name.hasSuffix("]]")
        ? String(name.dropFirst(2).dropLast(2)) : name
    }.filter { !$0.isEmpty }
  }
}
