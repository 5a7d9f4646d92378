extension SourceLink {
  /// Recognizes pages of Lemmy instances: `/post/1`, `/comment/1`, `/u/ada`.
  init?(lemmy page: WebPage) {
    guard page.path.count >= 2, let source = SourceAddress(.lemmy, at: page.instance) else {
      return nil
    }
    let number = WebPage.number(page.path[1]).flatMap { $0 < SourceNumbers.first / 2 ? $0 : nil }
    switch (page.path[0], page.path.count) {
    case ("post", 2):
      guard let number else { return nil }
      self.init(source: source, target: .post(LemmyID.post(number)))
    case ("post", 3):
      guard let number, let comment = WebPage.number(page.path[2]) else { return nil }
      self.init(
        source: source, target: .reply(LemmyID.comment(comment), in: LemmyID.post(number)))
    case ("comment", 2):
      guard let number else { return nil }
      self.init(source: source, target: .post(LemmyID.comment(number)))
    case ("u", 2): self.init(source: source, target: .user(page.path[1]))
    default: return nil
    }
  }
}
