import FireflyCore

extension Post {
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
