import FireflyCore

extension Post {
  /// Returns the post with all texts cleaned and truncated, including those of its children and
  /// ancestors.
  ///
  /// Titles and summaries keep 4,096 characters, bodies 524,288, names 200. The crop is clamped to
  /// -1…1, duplicate children are dropped, and so is everything below 512 levels.
  ///
  /// - Parameter keepsTitles: whether replies keep titles that are made of their first words.
  package func cleaned(keepsTitles: Bool = false) -> Post { cleaned(level: 0, keepsTitles) }

  private func cleaned(level: Int, _ keepsTitles: Bool) -> Post {
    var post = self
    post.cleanTexts()
    if !keepsTitles { post.dropMadeTitle() }
    if let children {
      var seen: Set<Int> = []
      post.children =
        level < ElementSplitter.deepest
        ? children.compactMap { child in
          seen.insert(child.id).inserted ? child.cleaned(level: level + 1, keepsTitles) : nil
        } : nil
    }
    if let ancestors {
      post.ancestors =
        level < ElementSplitter.deepest
        ? ancestors.prefix(ElementSplitter.deepest).map {
          $0.cleaned(level: level + 1, keepsTitles)
        } : nil
    }
    return post
  }

  private mutating func cleanTexts() {
    let name = 200
    title = ForeignText.clean(title, atMost: 4_096)
    summary = ForeignText.clean(summary, atMost: 4_096)
    body = ForeignText.clean(body, atMost: 524_288)
    imageURL = imageURL.map { ForeignText.clean($0, atMost: 2_000) }
    timezone = ForeignText.clean(timezone, atMost: name)
    locationTag = locationTag.map { ForeignText.clean($0, atMost: name) }
    authorName = authorName.map { ForeignText.clean($0, atMost: name) }
    authorEmail = authorEmail.map { ForeignText.clean($0, atMost: name) }
    if case .other(let text) = template { template = .other(ForeignText.clean(text, atMost: name)) }
    if let words = placeholders {
      placeholders = PostText(
        title: ForeignText.clean(words.title, atMost: name),
        summary: ForeignText.clean(words.summary, atMost: name),
        body: ForeignText.clean(words.body, atMost: name))
    }
    if var details = feed {
      details.pluralName = details.pluralName.map { ForeignText.clean($0, atMost: name) }
      details.ancestorChain = details.ancestorChain.map {
        Array($0.prefix(ElementSplitter.deepest))
      }
      feed = details
    }
    clipOffsetX = min(max(clipOffsetX, -1), 1)
    clipOffsetY = min(max(clipOffsetY, -1), 1)
  }
}
