import FireflyCore

// How many replies a post has: those at all levels where the place counts them, otherwise the direct ones.
extension Post {
  /// Returns the number of replies to the post; nil if there are none.
  ///
  /// - Parameter site: where it is: some places state how many replies there are altogether.
  package func replyCount(at site: Site) -> Int? {
    let isStated = site.has(.statedFacts)
    // The posts of a person are no replies.
    if isStated, template == .profile { return nil }
    let direct = childCount ?? children?.count ?? 0
    // An excerpt may have replies.
    let known = isStated && isExcerpt && direct == 1 ? 0 : max(direct, feed?.descendants ?? 0)
    let count = facts.replies ?? known
    return count > 0 ? count : nil
  }

  /// Returns the number of replies in words: `3 replies`, or `3 direct replies`; nil if there are none.
  package func replyWords(at site: Site) -> String? {
    replyCount(at: site).map { count in
      // The posts of a person are no replies.
      if template == .profile { return Counted.words(count, "post") }
      return hasMoreReplies(at: site)
        ? Counted.words(count, "direct reply", "direct replies")
        : Counted.words(count, "reply", "replies")
    }
  }

  /// Returns the number of replies for a narrow column, with a + if more may be below them; nil if there are none.
  package func replyLabel(at site: Site) -> String? {
    replyCount(at: site).map { "\(min($0, 99_999))" + (hasMoreReplies(at: site) ? "+" : "") }
  }

  /// Whether only the direct replies are counted, which may have replies.
  private func hasMoreReplies(at site: Site) -> Bool {
    template != .profile && !site.has(.statedFacts) && feed?.descendants == nil
  }
}
