extension SourceLink {
  /// Recognizes pages of Mastodon instances: `/@ada`, `/@ada/123`, `/users/ada/statuses/123`.
  init?(mastodon page: WebPage) {
    guard let first = page.path.first, let source = SourceAddress(.mastodon, at: page.instance)
    else {
      return nil
    }
    if first.hasPrefix("@"), first.count > 1 {
      switch page.path.count {
      case 1: self.init(source: source, target: .user(String(first.dropFirst())))
      case 2: self.init(status: page.path[1], source)
      default: return nil
      }
    } else if first == "users", page.path.count == 4, page.path[2] == "statuses" {
      self.init(status: page.path[3], source)
    } else {
      return nil
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
