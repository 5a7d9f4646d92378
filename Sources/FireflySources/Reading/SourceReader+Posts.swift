import FireflyCore
import FireflyText

// Posts and people of a source as posts; their texts are converted here.
extension SourceReader {
  /// Returns a node as a post, cleaned.
  func post(_ node: SourceNode) -> Post {
    let text = text(node.text)
    let link = node.link.flatMap { WebAddress.full($0) }.map { "<\($0)>" }
    let words = text.markdown.isEmpty ? nil : text.markdown
    // The card of an untitled post begins with its text.
    let parts = node.title.isEmpty ? [words, link] : [link, words]
    // The title of the top, for replies outside of their list.
    let top = node.parent.map { node.root ?? $0 }
    let above = top.flatMap { top in node.rootTitle.map { [Post(id: top, title: $0)] } }
    var post = Post(
      id: node.id, parentID: node.parent, title: node.isDeleted ? "deleted" : node.title,
      summary: node.isDeleted ? "" : node.summary ?? text.opening,
      body: parts.compactMap(\.self).joined(separator: "\n\n"),
      imageURL: node.picture, createdAt: node.createdAt,
      authorName: node.authorName ?? node.author, authorEmail: node.author,
      childCount: node.childCount, ancestors: above
    ).cleaned()
    post.isExcerpt = node.isExcerpt
    return post
  }

  private func text(_ text: SourceNode.Text) -> (markdown: String, opening: String) {
    switch text {
    case .none: return ("", "")
    case .html(let html):
      let text = HTMLText(html, habits: backend.habits)
      return (text.markdown, text.opening)
    case .markdown(let markdown):
      return (markdown, MarkdownOpening.words(of: markdown))
    }
  }

  /// Returns a person as a profile, cleaned.
  func profile(of user: SourceUser) -> Post {
    Post(
      id: number(of: user.handle), parentID: -1, title: user.name ?? user.handle,
      summary: user.summary,
      body: text(user.about).markdown, imageURL: user.picture, createdAt: user.createdAt,
      authorName: user.name ?? user.handle, authorEmail: user.handle, childCount: 1,
      template: .profile
    ).cleaned()
  }
}
