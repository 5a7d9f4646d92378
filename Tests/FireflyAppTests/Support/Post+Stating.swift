import FireflyCore

extension Post {
  /// Has a source say something of it: its summary is the line of that.
  mutating func state(
    place: String? = nil, value: String? = nil, author: String? = nil, replies: Int? = nil,
    opening: String? = nil
  ) {
    (facts.place, facts.value, facts.author) = (place, value, author)
    (facts.replies, facts.opening) = (replies, opening)
    summary = facts.line
  }
}
