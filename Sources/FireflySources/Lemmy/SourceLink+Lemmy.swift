extension SourceLink {
  /// Recognizes pages of Lemmy instances: `/post/1`, `/comment/1`, `/u/ada`.
  init?(lemmy page: WebPage) {
    guard page.path.count >= 2, let source = SourceAddress(.lemmy, at: page.instance) else {
      return nil
    }
    let number = WebPage.number(page.path[1])
    switch (page.path[0], page.path.count) {
    case ("post", 2):
      guard let post = PairedID.top(number) else { return nil }
      self.init(source: source, target: .post(post))
    case ("post", 3):
      guard let post = PairedID.top(number),
        let comment = PairedID.reply(WebPage.number(page.path[2]))
      else { return nil }
      self.init(source: source, target: .reply(comment, in: post))
    case ("comment", 2):
      guard let comment = PairedID.reply(number) else { return nil }
      self.init(source: source, target: .post(comment))
    case ("c", 2):
      guard let source = SourceAddress(.lemmy, at: page.instance + "/c/" + page.path[1]) else {
        return nil
      }
      self.init(source: source, target: .front)
    case ("u", 2): self.init(source: source, target: .user(page.path[1]))
    default: return nil
    }
  }
}

extension Lemmy {
  func page(of id: Int, by author: String?) -> String? {
    "\(habits.base)/\(PairedID.isTop(id) ? "post" : "comment")/\(id / 2)"
  }

  func page(ofUser handle: String) -> String { "\(habits.base)/u/\(handle)" }
}
