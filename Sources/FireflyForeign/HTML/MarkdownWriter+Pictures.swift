import FireflyText
import Foundation

extension MarkdownWriter {
  /// Columns and rows below which a picture is a sign, and below which it only counts readers.
  private static let (sign, dot) = (40, 4)
  /// Maximum number of pictures of a mail on the web that are named.
  private static let maximumNames = 1_000

  /// Writes a picture with its description; an emoji as text.
  func addPicture(_ attributes: HTMLAttributes) {
    guard verbatim == 0, hidden == 0 else { return }
    if isFormulaKnown, attributes["class"]?.contains("mwe-math-fallback") == true { return }
    let words = (attributes["alt"] ?? "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").prefix(200)
    let width = attributes["width"].flatMap { Int($0) }
    if let parts = habits.parts {
      return addPicture(ofMailWith: parts, String(words), attributes, width)
    }
    let isSign =
      attributes["class"]?.contains("emoji") == true || width.map { $0 < Self.sign } == true
    // Pages that load pictures late name them elsewhere.
    let address =
      attributes["src"].flatMap(habits.address) ?? attributes["data-src"].flatMap(habits.address)
    guard !isSign, let address, !address.hasPrefix("mailto:") else { return add(words: words) }
    add(.picture(address), words.isEmpty ? "picture" : words)
  }

  /// Writes a picture of a mail: one within it at its place, a link instead of one on the web.
  private func addPicture(
    ofMailWith parts: [String: String], _ words: String, _ attributes: HTMLAttributes,
    _ width: Int?
  ) {
    let source = (attributes["src"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    let isPart = source.lowercased().hasPrefix(MailPart.scheme)
    let id = isPart ? String(source.dropFirst(MailPart.scheme.count)) : source
    if let (id, name) = [id, id.removingPercentEncoding ?? id].lazy.compactMap({ id in
      parts[id].map { (id, $0) }
    }).first {
      let label = [words, name].first { !$0.isEmpty } ?? "picture"
      return add(.picture(MailPart.address(of: id)), label[...])
    }
    if isPart || source.isEmpty { return add(words: words[...]) }
    let height = attributes["height"].flatMap { Int($0) }
    let address = habits.address(source)
    let file = address.flatMap { URLComponents(string: $0)?.path.split(separator: "/").last } ?? ""
    if leftOutPictures.count < Self.maximumNames {
      leftOutPictures.append(words.isEmpty ? address ?? "" : words)
    }
    let isDot = [width, height].contains { $0.map { $0 < Self.dot } == true }
    if isDot { return }
    let isSmall = [width, height].contains { $0.map { $0 < Self.sign } == true }
    let isNamed = MailPart.endings.contains { file.lowercased().hasSuffix($0) }
    let label = !words.isEmpty ? words[...] : isNamed && !isSmall ? file[...] : ""
    guard let address, !isSmall, !marks.contains(where: \.kind.isLink), !label.isEmpty else {
      return add(words: words[...])
    }
    add(.link(address), label)
  }

  func add(words: Substring) {
    run.append(contentsOf: words.utf8)
    flush()
  }

  func add(_ kind: Mark.Kind, _ label: Substring) {
    marks.append(Mark(kind: kind))
    add(words: label)
    closeMark()
    hasSpace = true
  }
}

/// The addresses of pictures within mails (RFC 2392).
package enum MailPart {
  static let scheme = "cid:"
  /// How the names of pictures end.
  static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

  /// Returns the address of a part in Markdown.
  package static func address(of id: String) -> String { scheme + id.percentEncoded }

  /// Returns the ID in an address; nil for other addresses.
  package static func id(in address: String) -> String? {
    guard address.hasPrefix(scheme) else { return nil }
    return String(address.dropFirst(scheme.count)).removingPercentEncoding
  }
}
