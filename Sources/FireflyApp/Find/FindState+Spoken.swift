import FireflyCore

extension FindState {
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    if text.isEmpty { return SpokenLayer(lines: ["Find: type words, or esc to end."]) }
    let found = FindView.progress(of: self, in: context.lists).replacing("+", with: " or more")
    let next = isTyping || hasNoMatches ? "" : " n the next match, N the one before."
    var spoken = SpokenLayer(lines: ["“\(text)”: \(found)."])
    spoken.hint = next + " esc ends."
    spoken.linesHavePart = false
    guard !hasNoMatches, let post = context.lists.selectedPost,
      let place = context.lists.list.index(of: post.id), let sentences = context.post(post.id)
    else { return spoken }
    // The place among the matches is known, and the sentence says more than a summary; a title is said.
    let isInTitle = TextFolding.range(of: text, in: post.cardTitle) != nil
    let hit = isInTitle ? nil : MatchedSentence.sentence(with: text, in: post)
    spoken.part = SpokenLayer.Part(index: place, words: sentences.found(in: hit))
    return spoken
  }

  var lineUse: LineUse {
    var use = LineUse()
    (use.isAboutList, use.moves) = (true, !hasNoMatches)
    if isTyping { return use }
    use.emptyLine = .find(.matchPressed(1))
    use.nothingNew = hasNoMatches ? noMatchWords : "There is no other match."
    return use
  }
}
