extension String {
  /// The first words, at most 24 letters each, and … if there are more.
  func beginning(words count: Int) -> String {
    let words = split(whereSeparator: \.isWhitespace)
    var (first, room) = ([Substring](), count)
    for word in words where room > 0 {
      first.append(word.count > 24 ? word.prefix(24) + "…" : word)
      // A sign is no word.
      if word.contains(where: { $0.isLetter || $0.isNumber }) { room -= 1 }
    }
    return first.joined(separator: " ") + (words.count > first.count ? "…" : "")
  }
}
