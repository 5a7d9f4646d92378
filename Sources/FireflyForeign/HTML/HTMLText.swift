import CHTML
import FireflyCore
import FireflyText
import Foundation

/// HTML converted to Markdown, and its opening as plain text.
///
/// Depth and size are limited; the rest is dropped.
package struct HTMLText: Hashable, Sendable {
  /// Markdown, sanitized by `ForeignText`.
  package var markdown: String
  /// The first words, at most 280 characters on one line, sanitized.
  ///
  /// Without quotations, unless there is nothing else.
  package var opening: String { MarkdownOpening.words(of: markdown) }
  /// The pictures on the web that a mail names, of which only links are kept: their descriptions, or their
  /// addresses.
  package private(set) var leftOutPictures: [String]
  /// Whether the end was dropped because a limit was reached.
  package private(set) var isCut: Bool

  /// Maximum bytes of HTML.
  package static let maximumBytes = 512 << 10
  /// Maximum bytes of Markdown.
  package static let maximumOutput = 512 << 10
  /// Maximum depth of elements; parsing stops there.
  package static let maximumDepth = 512

  /// How a service uses HTML.
  package struct Habits: Hashable, Sendable {
    /// The base of relative addresses, such as `https://example.org`.
    package var base: String
    /// Whether paragraphs that begin with `>` are quotations.
    package var quotesByAngle: Bool
    /// The address of the page, to which addresses are relative instead; nil for parts of pages.
    package var page: URL?
    /// The pictures within the mail whose text it is, by their IDs; nil for pages on the web.
    ///
    /// A mail loads nothing from the web: that would tell its author when it is read.
    var parts: [String: String]?

    /// Creates habits.
    package init(base: String, quotesByAngle: Bool = false) {
      (self.base, self.quotesByAngle) = (base, quotesByAngle)
    }

    /// Creates the habits of a mail.
    ///
    /// - Parameter parts: the descriptions of the pictures within it, by their IDs.
    package init(ofMailWith parts: [String: String]) {
      self.init(base: "")
      self.parts = parts
    }

    /// Returns an address in the text as one that can be opened; nil for none, or for a place in the page.
    func address(_ text: String) -> String? {
      guard let page else { return WebAddress.full(text, base: base) }
      guard text.utf8.count <= WebAddress.maximumLength, !text.hasPrefix("#"),
        let escaped = text.trimmingCharacters(in: .whitespacesAndNewlines)
          .addingPercentEncoding(withAllowedCharacters: WebAddress.plain)
      else { return nil }
      return URL(string: escaped, relativeTo: page).flatMap { WebAddress.full($0.absoluteString) }
    }
  }

  /// Returns the Markdown; if its end was dropped, a last line says so.
  ///
  /// - Parameter page: the address of the page that has the rest; nil for none.
  package func markdown(cutBefore page: String?) -> String {
    isCut ? Self.ended(markdown, page: page) : markdown
  }

  /// Returns a text of which something is missing, with a line that says so.
  package static func ended(
    _ markdown: String, page: String?, reason: String = "The text is too long or too deeply nested."
  ) -> String {
    let rest = page.map { "[The rest is on its page](<\($0)>)." } ?? "The rest is left out."
    let kept = ForeignText.clean(markdown, limit: maximumOutput - 4_096)
    return kept + (kept.isEmpty ? "" : "\n\n") + "\(reason) \(rest)"
  }

  /// Why HTML can't be read on this machine, as a sentence; nil if it can.
  package static var problem: String? {
    firefly_html_problem().map { _ in "libxml2 is missing. On Debian: apt install libxml2." }
  }

  /// Returns HTML that can be parsed: without controls, and with letters for what is meant as such.
  ///
  /// - Parameter limit: maximum number of scalars.
  package static func cleaned(_ html: String, limit: Int = ForeignText.defaultLimit) -> String {
    ForeignText.cleanMarkup(WindowsLetters.decoded(html: html), limit: limit)
  }

  /// Converts a piece of HTML.
  package init(_ html: String, habits: Habits) {
    let writer = MarkdownWriter(habits: habits)
    let bytes = Array(Self.cleaned(html).utf8)
    writer.hasFormulas = MarkdownWriter.hasFormulas(bytes)
    writer.read(Array(bytes.prefixOfLetters(Self.maximumBytes)))
    isCut = bytes.count > Self.maximumBytes || writer.isFull
    writer.finish()
    leftOutPictures = writer.leftOutPictures
    markdown = ForeignText.clean(writer.markdown)
  }
}
