import FireflyCore

extension Post {
  /// The name for sentences and lists: the title, otherwise the author, otherwise "untitled".
  ///
  /// A card without a title stays without one (seed 002).
  var label: String { title.isEmpty ? byline ?? "untitled" : title }

  /// What names the post in sentences about what is below it: the title, otherwise its first words, otherwise
  /// the author.
  var headline: String {
    let words = template == .profile ? title : words.label
    return words.isEmpty ? label : words
  }

  /// The title on the card; for a profile, the name with which the server distinguishes users of
  /// equal names: “Ada Linden (ada)”.
  var cardTitle: String {
    guard template == .profile, !title.isEmpty, let authorName,
      authorName.hasPrefix("\(title) (")
    else { return title }
    return authorName
  }
}
