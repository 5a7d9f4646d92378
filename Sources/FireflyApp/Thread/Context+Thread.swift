import FireflyCore

extension Context {
  /// Returns the positions of a thread's posts.
  ///
  /// - Parameters:
  ///   - tops: where its rows begin; the parent has no height there.
  ///   - factor: the expansion factor of the parent's card, if it has one.
  func threadLayout(
    of list: ListState, tops: [Double], _ factor: (Animated) -> Double
  ) -> ListLayout {
    var taller: [Int: Double] = [:]
    if let parent = list.posts.first, list.thread?.top == parent.id {
      let expansion = list.expansions[parent.id].map(factor) ?? 1
      taller[0] = cardLayout(for: parent, in: list).height(at: expansion)
    }
    if let writing, let index = list.index(of: writing.card) {
      taller[index] =
        indented(for: writing.card, in: list)
        .cardLayout(for: list.posts[index], in: list).expandedHeight
    }
    // While a reply is written, its card can be at the top of the window, below what it answers.
    let foot = layout.answered.isEmpty ? 0 : layout.windowHeight
    return ListLayout(tops: tops, taller: taller, foot: foot)
  }

  /// Returns the context for a reply that is edited in a thread: its card is indented.
  func indented(for post: Post.ID, in list: ListState?) -> Context {
    guard let list, let (_, row) = list.threadRow(of: post), let thread = list.thread else {
      return self
    }
    return with(layout.indented(by: thread.indent(of: row)))
  }
}
