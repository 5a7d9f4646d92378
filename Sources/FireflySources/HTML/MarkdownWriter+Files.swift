import Foundation

// Films, sounds and pages within a page: links.
extension MarkdownWriter {
  /// Points below which it only counts readers.
  private static let least = 4

  /// Writes a link to what an element shows.
  func addFile(_ attributes: HTMLAttributes) {
    awaitsFile = true
    guard verbatim == 0 else { return }
    let sizes = [attributes["width"], attributes["height"]].compactMap { $0.flatMap { Int($0) } }
    let style = attributes["style"]?.prefix(400).filter { $0 != " " }.lowercased() ?? ""
    let source = ["src", "data-src", "data"].lazy.compactMap { attributes[$0] }
      .first { habits.address($0) != nil }
    guard let source, let address = habits.address(source), !address.hasPrefix("mailto:"),
      !style.contains("display:none"),
      !sizes.contains(where: { $0 < Self.least })
    else { return }
    awaitsFile = false
    separate()
    let title = (attributes["title"] ?? "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").prefix(200)
    let isWhole = source.contains("://") || source.hasPrefix("//")
    add(.link(address), !title.isEmpty ? title : isWhole ? address[...] : source[...])
    separate()
  }
}
