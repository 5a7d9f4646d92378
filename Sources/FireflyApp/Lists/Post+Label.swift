import FireflyCore

extension Post {
  /// What it is called where it needs a name: its title, else its author, else "untitled".
  ///
  /// On its card a post without a title has none (seed 002).
  var label: String { title.isEmpty ? byline ?? "untitled" : title }
}
