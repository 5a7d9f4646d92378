import FireflyForeign
import Foundation

/// Files of other programs that can't be imported, and what to do instead.
package enum RefusedFile {
  /// Bytes in which the marks of a format are sought.
  static let searched = 1 << 16
  private static let feed =
    "this is a feed. Follow its address instead: firefly feed add https://…"

  /// Returns what a file is and how its posts can be imported all the same, as sentences; nil for others.
  ///
  /// - Parameter data: the file, or its beginning.
  /// - Returns: the sentences, of which the first follows a name.
  package static func words(_ data: Data) -> String? {
    let start = Charset.decode(Array(data.prefix(searched)), nil).drop(while: \.isWhitespace)
    switch start.first {
    case "{", "[": return words(ofJSON: start)
    case "<": return words(ofMarkup: start)
    default:
      return start.prefix(200).contains("text/x-zim-wiki")
        ? "this is a page of Zim. Export the notebook as Markdown there, and import that folder."
        : nil
    }
  }

  private static func words(ofJSON start: Substring) -> String? {
    if start.prefix(2_000).contains("https://jsonfeed.org/version/") { return feed }
    let isRoam = ["\"children\":", "\"string\":", "\"uid\":"].allSatisfy(start.contains)
    return isRoam ? "this is Roam's JSON. Export Markdown there, and import that folder." : nil
  }

  private static func words(ofMarkup start: Substring) -> String? {
    let head = start.prefix(4_000).lowercased()
    if ["<rss", "<feed", "<rdf:rdf"].contains(where: head.contains) { return feed }
    guard head.contains("<html") || head.hasPrefix("<!doctype html") else { return nil }
    return start.contains("<article id=\"") && start.contains("class=\"page ")
      ? "this is a page of Notion in HTML. Export “Markdown & CSV” there, and import that folder."
      : "this is a web page. Convert it to Markdown first, such as by pandoc."
  }
}
