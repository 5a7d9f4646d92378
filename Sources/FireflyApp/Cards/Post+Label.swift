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

  /// The title on the card; for a profile, the name of the user.
  ///
  /// Where the server distinguishes users of equal names, as it does: “Ada Linden (ada)”. Without a name, as in
  /// the author line, the part of the e-mail address before the @.
  var cardTitle: String {
    guard template == .profile else { return title }
    if title.isEmpty || title.lowercased() == authorEmail?.lowercased() { return byline ?? title }
    return authorName.flatMap { $0.hasPrefix("\(title) (") ? $0 : nil } ?? title
  }
}
