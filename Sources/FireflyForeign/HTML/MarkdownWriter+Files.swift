import Foundation

// Films, sounds and pages within a page: links.
extension MarkdownWriter {
  /// Points below which it only counts readers.
  private static let least = 4

  /// Writes a link to what an element shows.
  func addFile(_ attributes: HTMLAttributes) { addFile(attributes, ["src", "data-src", "data"]) }

  /// Adds the file that an element within that of a film or sound names.
  func addFile(within name: String, _ attributes: HTMLAttributes) {
    switch name {
    case "source", "embed": addFile(attributes)
    case "param" where ["movie", "src", "url"].contains(attributes["name"]?.lowercased() ?? ""):
      addFile(attributes, ["value"])
    default: break
    }
  }

  /// The style of an element, in small letters without blanks.
  static func style(_ attributes: HTMLAttributes) -> String {
    attributes["style"]?.prefix(400).filter { $0 != " " }.lowercased() ?? ""
  }

  private func addFile(_ attributes: HTMLAttributes, _ names: [String]) {
    awaitsFile = true
    guard verbatim == 0 else { return }
    let sizes = [attributes["width"], attributes["height"]].compactMap { $0.flatMap { Int($0) } }
    let source = names.lazy.compactMap { attributes[$0] }
      .first { habits.address($0) != nil }
    guard let source, let address = habits.address(source), !address.hasPrefix("mailto:"),
      !Self.style(attributes).contains("display:none"),
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
