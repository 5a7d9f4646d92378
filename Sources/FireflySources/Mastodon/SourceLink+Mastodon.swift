import Foundation

extension SourceLink {
  /// The pages of a person that are named with words.
  private static let tabs: Set = [
    "media", "with_replies", "featured", "tagged", "followers", "following",
  ]

  /// Recognizes pages of Mastodon instances: `/@ada`, `/@ada/123`, `/users/ada/statuses/123`, `/statuses/123`, also
  /// below `/web` and `/deck`.
  init?(mastodon page: WebPage) {
    var path = page.path[...]
    if ["web", "deck"].contains(path.first) { path = path.dropFirst() }
    guard let source = SourceAddress(.mastodon, at: page.instance), let first = path.popFirst()
    else { return nil }
    let handle: String
    if first == "tags", path.count == 1, let tag = path.first {
      guard let source = SourceAddress(.mastodon, at: page.instance + "/tags/" + tag) else {
        return nil
      }
      self.init(source: source, target: .front)
      return
    }
    if first == "statuses", path.count == 1, let status = path.first {
      self.init(status: status, source)
      return
    }
    if first.hasPrefix("@") {
      handle = String(first.dropFirst())
    } else if first == "users", let name = path.popFirst() {
      handle = name
    } else {
      return nil
    }
    guard !handle.isEmpty else { return nil }
    // Takahē's pages have the second word.
    if path.first == "statuses" || path.first == "posts" && path.count > 1 {
      path = path.dropFirst()
    }
    if let status = path.first, !Self.tabs.contains(status) {
      self.init(status: status, source)
    } else {
      self.init(source: source, target: .user(handle))
    }
  }

  private init?(status name: String, _ source: SourceAddress) {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 < 0x80 }),
      name.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    if let number = WebPage.number(name) {
      self.init(source: source, target: .post(number))
    } else {
      self.init(source: source, target: .named(Mastodon.status + name))
    }
  }
}

extension SourceAddress {
  /// Returns where the service has the post of a page; it looks itself for pages of others.
  ///
  /// - Returns: nil if that is no address.
  package func link(toPage address: String) -> SourceLink? {
    // Whether it is encrypted makes it no other one.
    if let link = SourceLink(address), link.isThread, link.source.kind == kind,
      link.source.instance == instance
    {
      return SourceLink(source: self, target: link.target)
    }
    guard let page = URL(string: address), page.host() != nil,
      ["http", "https"].contains(page.scheme?.lowercased())
    else { return nil }
    return SourceLink(source: self, target: .named(Mastodon.pageName + address))
  }
}

extension Mastodon {
  func page(of id: Int, by author: String?) -> String? {
    guard let name = name(of: id) else { return nil }
    return author.map { "\(page(ofUser: $0))/\(name)" } ?? "\(habits.base)/statuses/\(name)"
  }

  func page(ofUser handle: String) -> String { "\(habits.base)/@\(handle)" }
}
