import FireflyCore

extension Post {
  /// What it is called where it needs a name: its title, else its author, else "untitled".
  ///
  /// On its card a post without a title has none (seed 002).
  var label: String { title.isEmpty ? byline ?? "untitled" : title }

  /// The title on its card; a profile's is the name by which the server tells its user from others of that
  /// name: “Ada Linden (ada)”.
  var cardTitle: String {
    guard template == .profile, !title.isEmpty, let authorName,
      authorName.hasPrefix("\(title) (")
    else { return title }
    return authorName
  }
}
