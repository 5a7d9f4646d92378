import FireflyForeign

extension SourceLink {
  /// Recognizes pages of Discourse forums: `/t/title/12/3`, `/t/12`, `/p/34`, `/c/help/7`,
  /// `/tag/x`, `/u/ada/summary`.
  init?(discourse page: WebPage) {
    guard page.path.count > 1, let source = SourceAddress(.discourse, at: page.instance) else {
      return nil
    }
    switch page.path[0] {
    case "t", "n":
      // An optional title, the topic, and an optional position of a post.
      let rest = page.path.dropFirst().drop { WebPage.number($0) == nil }.map { $0 }
      guard page.path.count - rest.count < 3, let number = WebPage.number(rest.first),
        let topic = PairedID.top(number)
      else { return nil }
      guard rest.count > 1, let place = WebPage.number(rest[1]), place > 1 else {
        self.init(source: source, target: .post(topic))
        return
      }
      self.init(source: source, target: .named("\(Discourse.place)\(number)/\(place)"))
    case "p":
      guard let post = PairedID.reply(WebPage.number(page.path[1])) else { return nil }
      self.init(source: source, target: .post(post))
    case "c" where page.path.count > 2 && WebPage.number(page.path.last) != nil:
      let category = page.path.joined(separator: "/")
      guard let source = SourceAddress(.discourse, at: page.instance + "/" + category) else {
        return nil
      }
      self.init(source: source, target: .front)
    case "tag" where page.path.count == 2:
      guard let source = SourceAddress(.discourse, at: page.instance + "/tag/" + page.path[1])
      else { return nil }
      self.init(source: source, target: .front)
    case "u" where page.path.count > 2: self.init(source: source, target: .user(page.path[1]))
    default: return nil
    }
  }
}

extension Discourse {
  func page(of id: Int, by author: String?) -> String? {
    "\(habits.base)/\(PairedID.isTop(id) ? "t" : "p")/\(id / 2)"
  }

  func page(ofUser handle: String) -> String { "\(habits.base)/u/\(handle.percentEncoded)/summary" }
}
