import FireflyCore
import FireflyForeign
import FireflyText

/// A custom emoji, a picture that stands as `:code:` in texts.
struct MastodonEmoji: Decodable, Sendable {
  var shortcode: String
}

extension String {
  /// The text with the names of custom emojis instead of their codes, `:blobcat:`; what stands in a tag of HTML stays.
  func namingEmojis(_ emojis: [MastodonEmoji]) -> String {
    guard !emojis.isEmpty, utf8.contains(UInt8(ascii: ":")) else { return self }
    let names = Set(emojis.map(\.shortcode))
    var result = ""
    // What stands between two colons may be a code.
    var parts = split(separator: ":", omittingEmptySubsequences: false)[...]
    let first = parts.removeFirst()
    result += first
    var isInTag = first.endsInTag(after: false)
    while let part = parts.popFirst() {
      if !isInTag, !parts.isEmpty, names.contains(String(part)), let next = parts.popFirst() {
        result += part.replacing("_", with: " ") + next
        isInTag = next.endsInTag(after: isInTag)
      } else {
        result += ":" + part
        isInTag = part.endsInTag(after: isInTag)
      }
    }
    return result
  }
}

extension Substring {
  /// Whether a tag is open at the end of a part of HTML, given whether one is at its beginning.
  fileprivate func endsInTag(after isInTag: Bool) -> Bool {
    utf8.last { [UInt8(ascii: "<"), UInt8(ascii: ">")].contains($0) }
      .map { $0 == UInt8(ascii: "<") } ?? isInTag
  }
}

extension MastodonStatus.Poll {
  /// Its options with their votes as bars, and what is said of it as a whole; nil without options.
  func html(naming emojis: [MastodonEmoji]) -> String? {
    let poll = shown
    guard !poll.options.isEmpty else { return nil }
    let options = poll.options.map { option in
      // That nobody has voted is said once.
      let words = poll.voters == 0 ? "" : poll.words(of: option).map { ": \($0)" } ?? ""
      let bar = poll.share(of: option).map { "<br>\(Poll.bar($0))" } ?? ""
      return "<li>\(MarkdownHTML.escape(option.title.namingEmojis(emojis)))\(words)\(bar)</li>"
    }
    let sentence = poll.sentence.isEmpty ? "" : "<p>\(poll.sentence)</p>"
    return "<ul>\(options.joined())</ul>\(sentence)"
  }
}

extension MastodonStatus {
  /// It as a small card in what quotes it: who wrote it and when, then its words.
  ///
  /// A content warning replaces the words, and what it quotes itself is left out.
  var quotedCard: String {
    let page = (page ?? address).map(MarkdownHTML.escape)
    let handle = account?.handle?.line.map { "@\(MarkdownHTML.escape($0))" }
    let link = handle.map { handle in page.map { "<a href=\"\($0)\">\(handle)</a>" } ?? handle }
    let day = createdAt.map { WireDate.day($0, in: .ofUser(at: $0)) }
    let name = account?.name.map { "<strong>\(MarkdownHTML.escape($0))</strong>" }
    let head = [name, link, day].compactMap(\.self).joined(separator: " · ")
    let warning = warning?.line.map { MarkdownHTML.escape($0) }
    let picture = media.first(where: \.isShown).map { media in
      "<p>\(MarkdownHTML.escape("picture: " + (media.description?.line ?? "no description")))</p>"
    }
    let words =
      warning.map { "<p>content warning: \($0)</p>" }
      ?? (text?.namingEmojis(emojis) ?? "") + (picture ?? "")
    return "<blockquote>\(head.isEmpty ? "" : "<p>\(head)</p>")\(words)</blockquote>"
  }
}
