extension SourceLink {
  /// A page of any forum that runs on Discourse: `/t/title/12/3`, `/t/12`, `/u/ada/summary`.
  init?(discourse page: WebPage) {
    guard page.path.count > 1, let source = SourceAddress(.discourse, at: page.instance) else {
      return nil
    }
    switch page.path[0] {
    case "t":
      // Its title comes first, which may be missing.
      let number = page.path.dropFirst().prefix(2).lazy.compactMap { WebPage.number($0) }.first
      guard let topic = DiscourseID.topic(number) else { return nil }
      self.init(source: source, target: .post(topic))
    case "u" where page.path.count > 2: self.init(source: source, target: .user(page.path[1]))
    default: return nil
    }
  }
}
