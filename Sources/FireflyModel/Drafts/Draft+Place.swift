import FireflyCore

extension Draft {
  /// Its title or first words; without any, what else it has.
  package var title: String {
    let label = words.label
    if !label.isEmpty { return label }
    let name = picture?.path.split(separator: "/").last.map { "picture “\($0)”" }
    return ForeignText.cleanLine(name ?? (removesPicture ? "picture removed" : "no words"))
  }

  /// What it will become, in few words.
  package var place: String {
    switch key.target {
    case .newPost(nil): "new post"
    case .newPost(let parent?):
      "reply to " + (parentTitle.map { "“\($0.shortened(to: 40))”" } ?? "post \(parent)")
    case .newQuery: template == Post.Template.profile.name ? "new feed" : "new search"
    case .edit(let post): "post \(post)"
    case .profile: "profile"
    }
  }
}
