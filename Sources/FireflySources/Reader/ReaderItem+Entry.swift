import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

extension ReaderItem {
  /// The last second that is taken for a time: in the year 2200.
  private static let lastSecond = 7_258_118_400

  /// The entry, as feeds have it.
  var entry: FeedEntry {
    var entry = FeedEntry()
    entry.key = id.text
    entry.title = Self.line(title)
    let addresses = (canonical + alternate).lazy.map(\.href)
    entry.link = addresses.compactMap { FeedText.address($0, base: nil) }.first
    let html = [content?.content, summary?.content].compactMap(\.self).first { !$0.isEmpty } ?? ""
    let base = (entry.link ?? origin?.site).flatMap { URL(string: $0) }
    entry.text = FeedText.converted(withoutPlayers(html), .html, base: base)
      .markdown(cutBefore: entry.link)
    entry.author = author.flatMap { Self.line($0).line }
    entry.date = published.flatMap {
      (1...Self.lastSecond).contains($0) ? Date(timeIntervalSince1970: Double($0)) : nil
    }
    var (pictures, files): ([FeedPicture], [FeedFile]) = ([], [])
    for enclosure in enclosure.prefix(20) {
      guard let address = FeedText.address(enclosure.href, base: base) else { continue }
      if enclosure.type.map({ FeedFile.plainType($0) })?.hasPrefix("image/") == true {
        pictures.add(FeedPicture(address: address, description: ""))
      } else {
        files.append(
          FeedFile(
            address: address, type: enclosure.type,
            bytes: ForeignNumber.bytes.accept(enclosure.length)))
      }
    }
    entry.show(pictures)
    files.forEach { entry.attach($0) }
    entry.complete()
    return entry
  }

  /// Returns a text without the recordings that FreshRSS writes behind it; they are enclosures, too.
  private func withoutPlayers(_ html: String) -> String {
    let opening = #"<figure class="enclosure">"#
    let parts = html.components(separatedBy: opening)
    let addresses = enclosure.prefix(20).compactMap(\.href).map { MarkdownHTML.escape($0) }
    return parts.dropFirst().reduce(into: parts[0]) { text, part in
      guard let end = part.range(of: "</figure>"), case let player = part[..<end.lowerBound],
        player.contains("<audio ") || player.contains("<video "),
        addresses.contains(where: player.contains)
      else { return text += opening + part }
      text += part[end.upperBound...]
    }
  }

  /// Returns a title or a name on one line; FreshRSS writes the signs of HTML as wide ones.
  static func line(_ text: String?) -> String {
    guard let text else { return "" }
    return FeedText.line(text.replacing("＆", with: "&"), .unknown).replacing("＜", with: "<")
      .replacing("＞", with: ">")
  }
}
