import FireflyCore
import FireflyForeign
import FireflyText

extension SourceNode {
  /// Returns it as a post, with its text converted and cleaned.
  ///
  /// - Parameters:
  ///   - habits: how its source uses HTML.
  ///   - page: returns the address of its page, which a text that is cut names.
  func post(_ habits: HTMLText.Habits, page: () -> String? = { nil }) -> Post {
    let text = text.converted(habits, page: page)
    var facts = facts.cleaned()
    facts.link = facts.link.flatMap { WebAddress.full($0) }
    facts.isByModerator = facts.isByModerator && !isDeleted
    let link = facts.link.map { "<\($0)>" }
    let words = text.markdown.isEmpty ? nil : text.markdown
    // The card of an untitled post begins with its text.
    let parts = title.isEmpty ? [words, link] : [link, words]
    if parts.first != link { facts.link = nil }
    // Most services have the description of a picture in the text that shows it.
    facts.pictureWords =
      facts.pictureWords
      ?? picture.flatMap { BodyPicture.words(ofPicture: $0, in: text.markdown) }
      .map { ForeignText.cleanLine($0) }
    let line = title.isEmpty ? "" : facts.line
    // The title of the top, for replies outside of their list.
    let top = parent.map { root ?? $0 }
    let above = top.flatMap { top in rootTitle.map { [Post(id: top, title: $0)] } }
    var post = Post(
      id: id, parentID: parent, title: isDeleted ? "deleted" : title,
      summary: isDeleted ? "" : summary ?? (line.isEmpty ? text.opening : line),
      body: parts.compactMap(\.self).joined(separator: "\n\n"),
      imageURL: picture, createdAt: createdAt,
      authorName: authorName ?? author, authorEmail: author,
      childCount: childCount, feed: arrivedAt.map { .init(lastActivity: $0) }, ancestors: above
    ).cleaned()
    post.facts = facts
    return post
  }
}

extension SourceNode.Text {
  fileprivate func converted(
    _ habits: HTMLText.Habits, page: () -> String? = { nil }
  ) -> (markdown: String, opening: String) {
    switch self {
    case .none: return ("", "")
    case .html(let html):
      let text = HTMLText(html, habits: habits)
      return (text.isCut ? text.markdown(cutBefore: page()) : text.markdown, text.opening)
    case .markdown(let markdown):
      return (markdown, MarkdownOpening.words(of: markdown))
    }
  }
}

// Posts and people of a source as posts; their texts are converted here.
extension SourceReader {
  /// Returns a node as a post, cleaned.
  func post(_ node: SourceNode) -> Post {
    var post = node.post(backend.habits) { backend.page(of: node.id, by: node.author) }
    if backend is any FolderBackend, node.parent == nil {
      post.facts.feedID = node.author.map { SourceNumbers.number(ofUser: $0) }
    }
    return post
  }

  /// Returns a person as a profile, cleaned.
  func profile(of user: SourceUser) -> Post {
    var facts = user.facts.cleaned()
    if user.isFollowed { facts.authorID = "" }
    var post = Post(
      id: number(of: user.handle), parentID: user.folder.map(number(of:)) ?? -1,
      title: user.name ?? user.handle,
      summary: facts.line,
      body: user.about.converted(backend.habits).markdown, imageURL: user.picture,
      createdAt: user.createdAt,
      authorName: user.name ?? user.handle,
      authorEmail: user.isFollowed ? kept.reader.email : user.handle,
      childCount: user.count ?? 1,
      template: .profile
    ).cleaned()
    post.facts = facts
    return post
  }
}
