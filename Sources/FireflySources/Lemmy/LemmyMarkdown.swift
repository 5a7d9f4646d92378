import FireflyCore
import FireflyText
import Foundation

/// Markdown as Lemmy has it.
package enum LemmyMarkdown {
  /// Converts Lemmy's own blocks: a spoiler becomes its title, in bold, above its text.
  package static func plain(_ text: String) -> String {
    guard text.hasBytes(":::") else { return text }
    return text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { line in
      guard line.hasPrefix(":::") else { return String(line) }
      let words = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      guard words.hasPrefix("spoiler") else { return words.isEmpty ? "" : String(line) }
      let title = words.dropFirst(7).trimmingCharacters(in: .whitespaces)
      return title.isEmpty ? "" : "**\(title)**\n"
    }.joined(separator: "\n")
  }

  /// Returns the opening of a text with a spoiler, up to its title; nil without one.
  static func opening(of text: String) -> String? {
    guard let start = text.range(of: "::: spoiler") else { return nil }
    let title = text[start.upperBound...].prefix { !$0.isNewline }
    return MarkdownOpening.words(of: plain(String(text[..<title.endIndex]))) + " …"
  }
}
