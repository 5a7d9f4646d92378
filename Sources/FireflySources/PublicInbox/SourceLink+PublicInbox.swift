import Foundation

extension SourceLink {
  /// What follows the Message-ID in addresses of a mail and of its thread.
  private static let views: Set = ["T", "t", "raw", "t.mbox.gz", "t.atom"]
  private static let ownViews: Set = ["T", "t.mbox.gz", "t.atom"]

  /// Recognizes mails of public-inbox: `/git/20250101.1@host.example/`, also with `T/`, `t/` or `raw`; and lists of
  /// lore.kernel.org.
  init?(publicInbox page: WebPage) {
    let isLore = page.host == "lore.kernel.org"
    // Only an archive has these pages of a mail.
    let isKnown = isLore || page.path.last.map(Self.ownViews.contains) == true
    guard let place = page.path.firstIndex(where: { Self.isMessageID($0, isKnown: isKnown) }) else {
      let isList = isLore && page.path.count == 1 && !page.path[0].contains(".")
      guard isList, let source = SourceAddress(.inbox, at: page.instance + "/" + page.path[0])
      else { return nil }
      self.init(source: source, target: .front)
      return
    }
    let rest = page.path[(place + 1)...]
    guard place > 0, rest.count <= 1, rest.allSatisfy(Self.views.contains) else { return nil }
    var list = Array(page.path[..<place])
    // A shorter address of any mail.
    if isLore, list == ["r"] { list = ["all"] }
    guard let source = SourceAddress(.inbox, at: ([page.instance] + list).joined(separator: "/"))
    else { return nil }
    self.init(source: source, target: .named(PublicInbox.prefix + page.path[place]))
  }

  /// Whether a part of a path is a Message-ID: `local@domain`, with a number in it unless the site is known.
  private static func isMessageID(_ part: String, isKnown: Bool) -> Bool {
    let sides = part.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count > 1, part.utf8.count <= 250, !sides[0].isEmpty, !sides[1].isEmpty else {
      return false
    }
    if isKnown { return true }
    guard sides.count == 2 else { return false }
    let last = sides[1].split(separator: ".").last ?? ""
    return sides[0].count >= 8 && sides[0].contains { $0.isNumber }
      && sides[1].contains(".") && last.allSatisfy { $0.isLetter || $0 == "-" }
  }

  /// Returns the page of a mail in the archive that this link leads to.
  ///
  /// - Parameter id: the Message-ID.
  /// - Returns: its address.
  package func page(ofMail id: String) -> String { PublicInbox.page(of: id, at: source.base) }
}
