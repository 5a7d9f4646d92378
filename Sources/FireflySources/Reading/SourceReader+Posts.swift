import FireflyCore
import FireflyForeign
import FireflyText

extension SourceNode {
  /// Returns it as a post, with its text converted and cleaned.
  ///
  /// - Parameters:
  ///   - habits: how its source uses HTML.
  ///   - page: returns the address of its page, which a text that is cut names.
  /// - Returns: the post.
  func post(_ habits: HTMLText.Habits, page: () -> String? = { nil }) -> Post {
    let text = text.converted(habits, page: page)
    let link = link.flatMap { WebAddress.full($0) }.map { "<\($0)>" }
    let words = text.markdown.isEmpty ? nil : text.markdown
    // The card of an untitled post begins with its text.
    let parts = title.isEmpty ? [words, link] : [link, words]
    // The title of the top, for replies outside of their list.
    let top = parent.map { root ?? $0 }
    let above = top.flatMap { top in rootTitle.map { [Post(id: top, title: $0)] } }
    var post = Post(
      id: id, parentID: parent, title: isDeleted ? "deleted" : title,
      summary: isDeleted ? "" : summary ?? text.opening,
      body: parts.compactMap(\.self).joined(separator: "\n\n"),
      imageURL: picture, createdAt: createdAt,
      authorName: authorName ?? author, authorEmail: author,
      childCount: childCount, feed: arrivedAt.map { .init(lastActivity: $0) }, ancestors: above
    ).cleaned()
    post.isExcerpt = isExcerpt
    post.isByModerator = isByModerator && !isDeleted
    if title.isEmpty, !isDeleted {
      post.remarks = [isEdited ? "edited" : nil, value].compactMap(\.self)
    }
    (post.service, post.authorID) = (service, authorID)
    // Who else can read it is said wherever it is shown, unless everybody can.
    if let readers = service?.readers, readers != .everyone {
      post.remarks.insert(readers.remark, at: 0)
    }
    post.remarks += (service?.marks ?? []).sorted { $0.rawValue < $1.rawValue }.map(\.remark)
    if let boostedBy {
      post.service?.boostedBy = ForeignText.cleanLine(boostedBy, limit: 200)
      post.remarks.append("boosted by " + ForeignText.cleanLine(boostedBy, limit: 60))
    }
    if lacksBeginning {
      post.remarks.append("the beginning is missing")
    }
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
    if backend is any FollowingBackend, node.parent == nil {
      post.feedID = node.author.map { SourceNumbers.number(ofUser: $0) }
    }
    return post
  }

  /// Returns a person as a profile, cleaned.
  func profile(of user: SourceUser) -> Post {
    var post = Post(
      id: number(of: user.handle), parentID: user.folder.map(number(of:)) ?? -1,
      title: user.name ?? user.handle,
      summary: user.summary,
      body: user.about.converted(backend.habits).markdown, imageURL: user.picture,
      createdAt: user.createdAt,
      authorName: user.name ?? user.handle,
      authorEmail: user.isFollowed ? kept.reader.email : user.handle,
      childCount: user.count ?? 1,
      template: .profile
    ).cleaned()
    if user.isFollowed { post.authorID = "" }
    post.contents = user.contents
    return post
  }
}
