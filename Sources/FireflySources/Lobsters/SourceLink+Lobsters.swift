import FireflyForeign

extension SourceLink {
  /// Recognizes pages of lobste.rs.
  init?(lobsters page: WebPage) {
    guard page.host == "lobste.rs" else { return nil }
    let source = SourceAddress(.lobsters)
    let first = page.path.first ?? ""
    if first == "t", page.path.count == 2,
      let place = SourceKind.lobsters.part(at: page.path.joined(separator: "/"))
    {
      self.init(source: SourceAddress(.lobsters, part: place.name), target: .front)
    } else if first.hasPrefix("~"), first.count > 1 {
      self.init(source: source, target: .user(String(first.dropFirst())))
    } else if first == "u", page.path.count > 1 {
      self.init(source: source, target: .user(page.path[1]))
    } else if first == "c", page.path.count == 2,
      let comment = LobstersID.number(page.path[1], isStory: false)
    {
      self.init(source: source, target: .post(comment))
    } else if first == "s", page.path.count > 1,
      let story = LobstersID.number(page.path[1], isStory: true)
    {
      let anchor = page.fragment.hasPrefix("c_") ? String(page.fragment.dropFirst(2)) : nil
      guard let comment = LobstersID.number(anchor, isStory: false) else {
        self.init(source: source, target: .post(story))
        return
      }
      self.init(source: source, target: .reply(comment, in: story))
    } else if ["", "hottest", "newest", "active", "recent", "page", "top"].contains(first) {
      self.init(source: source, target: .front)
    } else {
      return nil
    }
  }
}

extension Lobsters {
  func page(of id: Int, by author: String?) -> String? {
    LobstersID.name(id).map { "\(habits.base)/\(LobstersID.isStory(id) ? "s" : "c")/\($0)" }
  }

  func page(ofUser handle: String) -> String { "\(habits.base)/~\(handle.percentEncoded)" }
}
