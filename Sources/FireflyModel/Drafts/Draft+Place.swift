import FireflyCore

extension Draft {
  /// What it will become, in few words.
  package var place: String {
    switch key.target {
    case .newPost(nil): "new post"
    case .newPost(let parent?):
      "reply to " + (parentTitle.map { "“\($0.shortened(to: 40))”" } ?? "post \(parent)")
    case .newQuery: "new search"
    case .edit(let post): "post \(post)"
    case .profile: "profile"
    }
  }
}
