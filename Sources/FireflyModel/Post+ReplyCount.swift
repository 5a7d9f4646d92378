import FireflyCore

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
    let count = facts.replies ?? (isStated && isExcerpt && direct == 1 ? 0 : direct)
    return count > 0 ? count : nil
  }
}
