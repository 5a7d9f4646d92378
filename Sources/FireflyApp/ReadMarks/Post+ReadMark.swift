import FireflyCore

// What of a post is read.
extension Post {
  /// Whether it can be unread: saved searches, profiles, deleted posts and entries of quiet feeds can't.
  var hasReadMark: Bool {
    template != .query && template != .profile && template != .deleted && !isUnsaved
      && !facts.isQuiet
  }

  /// Whether there is nothing to read in it but its title: no text, or only a link.
  var hasNoText: Bool {
    let text = body.utf8.prefix(2_048)
    guard !text.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) else { return true }
    guard !isExcerpt, body.utf8.count <= 2_000, body.hasBytes("://") else { return false }
    return !body.trimmed.contains(where: \.isWhitespace)
  }
}
