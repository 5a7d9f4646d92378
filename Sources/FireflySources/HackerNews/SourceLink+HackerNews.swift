import FireflyForeign

extension SourceLink {
  /// Recognizes pages of news.ycombinator.com.
  init?(hackerNews page: WebPage) {
    guard page.host == "news.ycombinator.com", page.path.count < 2 else { return nil }
    let target: Target
    switch page.path.first {
    case "item":
      // The fragment may name a comment of the story.
      guard let id = WebPage.number(page.fragment) ?? WebPage.number(page.query["id"]) else {
        return nil
      }
      target = .post(id)
    case "user":
      guard let name = page.query["id"], !name.isEmpty else { return nil }
      target = .user(name)
    default: target = .front
    }
    self.init(source: SourceAddress(.hackerNews), target: target)
  }
}

extension HackerNews {
  func page(of id: Int, by author: String?) -> String? { "\(habits.base)/item?id=\(id)" }

  func page(ofUser handle: String) -> String {
    "\(habits.base)/user?id=\(handle.percentEncoded)"
  }
}
