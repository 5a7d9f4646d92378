import FireflyCore

// Taking something of a post out of the program: its links, its text.
extension AppState {
  /// Opens the post's link; of several, asks for its number.
  mutating func openLink(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard let text = list.bodies[post.id] else {
      note("Expand the post first, to see its links.", at: now)
      return []
    }
    guard text.links.count <= 1 else {
      note("Which link? Press its number, 1 to \(min(9, text.links.count)).", at: now)
      pendingLinks = text.links
      return []
    }
    guard let address = text.links.first else {
      note("There is no link in this post.", at: now)
      return []
    }
    return [.openLink(address)]
  }

  /// Copies the post's title, summary and body to the clipboard.
  mutating func copyPost(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    let parts = [post.title, post.summary, post.body].filter { !$0.isEmpty }
    note(post.title.isEmpty ? "Copied." : "Copied “\(post.title.prefix(40))”.", at: now)
    return [.copy(parts.joined(separator: "\n\n"))]
  }
}
