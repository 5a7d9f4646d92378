import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

// Addresses of feeds, as users type them.
extension FeedList {
  /// Returns the address of a feed in its usual form; nil if it is none.
  ///
  /// `https` is added where there is no scheme, but `http` on this machine, and `feed:` removed. A host without
  /// a dot needs a scheme.
  package static func address(_ text: String) -> String? {
    parse(text).flatMap { $0.user == nil && $0.password == nil ? $0.address : nil }
  }

  /// Returns the address of a feed in its usual form, and the name and password in it; nil if it is none.
  static func parse(_ text: String) -> (address: String, user: String?, password: String?)? {
    var text = ForeignText.cleanLine(text, limit: WebAddress.maximumLength)
    for scheme in ["feed://", "feed:"] where text.lowercased().hasPrefix(scheme) {
      text.removeFirst(scheme.count)
    }
    let hasScheme = text.contains("://")
    if !hasScheme {
      let isHere = (try? FeedStore.server(of: "http://" + text))?.isOnThisMachine == true
      text = (isHere ? "http://" : "https://") + text
    }
    guard text.utf8.count <= 1_000, let address = FeedText.address(text, base: nil),
      var parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
      hasScheme || host.contains(".") || host == "localhost" || host.contains(":")
    else { return nil }
    let (user, password) = (parts.user, parts.password)
    (parts.user, parts.password) = (nil, nil)
    (parts.scheme, parts.host, parts.fragment) = (
      parts.scheme?.lowercased(), host.lowercased(), nil
    )
    return parts.string.map { ($0, user, password) }
  }

  /// Returns why an address is not that of a feed, as a sentence.
  static func refusal(of text: String) -> String {
    let shown = withoutLogin(text).shortened(to: 80)
    let isOther = shown.contains("://") && !shown.lowercased().hasPrefix("http")
    return "“\(shown)” is not the address of a feed."
      + (isOther ? " Feeds come over http or https." : "")
  }

  /// Returns an address as it can be shown: without a name and a password.
  package static func withoutLogin(_ text: String) -> String {
    let text = ForeignText.cleanLine(text, limit: 200)
    guard let at = text.lastIndex(of: "@"), parse(text)?.user != nil || address(text) == nil
    else { return text }
    let scheme = text.range(of: "://").map { text[..<$0.upperBound] } ?? ""
    return String((scheme.endIndex < at ? scheme : "") + text[text.index(after: at)...])
  }
}
