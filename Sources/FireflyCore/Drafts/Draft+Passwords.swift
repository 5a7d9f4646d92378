extension Draft {
  /// The draft without the password in the address of a feed: that stays in memory, and is asked for again.
  public var withoutPasswords: Draft {
    guard template == Post.Template.profile.name else { return self }
    var draft = self
    draft.words.title = Self.withoutPassword(words.title)
    for index in unconfirmed.indices {
      draft.unconfirmed[index].title = Self.withoutPassword(unconfirmed[index].title)
    }
    return draft
  }

  /// Returns an address without its password: `https://ada@example.org/feed`.
  private static func withoutPassword(_ address: String) -> String {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let authority = address[start...].prefix { !"/?#".contains($0) }
    guard let end = authority.lastIndex(of: "@"),
      let colon = authority[..<end].firstIndex(of: ":")
    else { return address }
    return String(address[..<colon] + address[end...])
  }
}
