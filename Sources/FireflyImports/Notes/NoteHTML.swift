import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// Writes the HTML of notes that shows pictures or leads elsewhere as Markdown; other HTML stays.
enum NoteHTML {
  /// Stands for the folder of the note: addresses of HTML are made absolute.
  private static let base = "https://note.invalid"
  private static let elements: [StaticString] = [
    "<img", "<a ", "<a\n", "<iframe", "<video", "<audio", "<picture", "<embed",
  ]

  /// Whether a note has such HTML.
  static func isIn(_ text: String) -> Bool {
    // Few notes have any.
    guard text.hasBytes("<") else { return false }
    let text = text.lowercased()
    return elements.contains(where: text.hasBytes)
  }

  /// Returns a note without such HTML.
  static func markdown(_ text: String) -> String {
    guard isIn(text), HTMLText.problem == nil else { return text }
    let text = text.withPlainBreaks
    let pieces = MarkdownMarkup.pieces(in: text)
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var (place, index) = (0, 0)
    while index < pieces.count {
      let piece = pieces[index]
      index += 1
      guard isIn(piece.html) else { continue }
      var end = piece.range.upperBound
      var html = piece.html
      if piece.indent == nil, let last = closing(piece, in: pieces[index...], bytes) {
        // With the words of a link, or what stands in a film for programs that can't show it.
        end = pieces[last].range.upperBound
        html = String(decoding: bytes[piece.range.lowerBound..<end], as: UTF8.self)
        index = last + 1
      }
      guard let markdown = converted(html) else { continue }
      output += bytes[place..<piece.range.lowerBound]
      output += indented(markdown, piece.indent ?? "").utf8
      place = end
    }
    return place == 0 ? text : String(decoding: output + bytes[place...], as: UTF8.self)
  }

  /// Returns the tag that closes an element within a line, in the same paragraph; nil if there is none.
  private static func closing(
    _ piece: MarkdownMarkup.Piece, in rest: ArraySlice<MarkdownMarkup.Piece>, _ bytes: [UInt8]
  ) -> Int? {
    let name = piece.html.dropFirst().prefix { $0.isLetter }.lowercased()
    guard name != "img", name != "embed",
      let last = rest.prefix(8).firstIndex(where: { $0.html.lowercased().hasPrefix("</\(name)") })
    else { return nil }
    let inside = bytes[piece.range.upperBound..<rest[last].range.lowerBound]
    // Marks of Markdown in it would be lost.
    return inside.contains(where: { "*[]`\n".utf8.contains($0) }) ? nil : last
  }

  /// Returns a text with the marks of a quotation or list before its further lines.
  private static func indented(_ text: String, _ marks: String) -> String {
    var blank = marks[...]
    while blank.last == " " { blank = blank.dropLast() }
    let lines = text.lines
    return lines.dropFirst().reduce(into: String(lines.first ?? "")) { text, line in
      text += "\n" + (line.isEmpty ? blank : marks[...]) + line
    }
  }

  /// Returns HTML as Markdown; nil if nothing is left of it.
  private static func converted(_ html: String) -> String? {
    let text = HTMLText(html, habits: .init(base: base)).markdown
      .replacing("](\(base)/", with: "](").replacing("<\(base)/", with: "<")
    return text.isEmpty ? nil : text
  }
}
