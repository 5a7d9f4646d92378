import FireflyCore
import FireflyModel
import FireflyScreen

/// A branch of the tree as indented lines, for navigation.
package struct Outline: Hashable, Sendable {
  /// The post at the top.
  package var top: Post
  /// The lines, parents before their children; only the top until they are loaded.
  package private(set) var nodes: [OutlineBranch.Node]
  /// The indices of the visible lines: those that the filter lets pass, with their ancestors.
  private(set) var shown = [0]
  /// The indices of the lines that the filter lets pass.
  private(set) var found: Set<Int> = [0]
  var filter = Filter()
  /// Whether the branch is truncated.
  package var isCut = false
  /// Whether the rest is loading.
  package var isLoading = true
  /// Number of posts elsewhere whose texts link to the top; their lines are the last ones.
  package var linkCount: Int { nodes.count(where: \.isLinking) }
  /// Why loading failed.
  package var failure: String?
  /// The selected line.
  package private(set) var selected = 0
  /// Whether it was closed.
  var isOver = false

  /// Default maximum width in columns.
  static let columns = 90

  /// What is muted, and for whom.
  private let (muted, reader): (Muted, Account)

  /// Creates an outline with its top only.
  init(top: Post, _ muted: Muted, reader: Account) {
    (self.top, self.muted, self.reader) = (top, muted, reader)
    nodes = [OutlineBranch.Node(post: top, depth: 0)]
  }

  /// Returns the words of a post's line: why it is muted; a reply without a title is known by its author and its
  /// opening.
  func label(of post: Post) -> String {
    // In a silenced branch, the user has opened it.
    let isOpened = muted.isSilenced(top)
    if let remark = muted.remark(on: post, reader: reader, isOpened: isOpened) { return remark }
    return post.title.isEmpty && !post.opening.isEmpty
      ? [post.byline, post.opening].compactMap(\.self).joined(separator: ": ") : post.label
  }

  /// Returns the posts from the top (excluded) to a line (included).
  func path(to index: Int) -> [Post] {
    guard nodes.indices.contains(index) else { return [] }
    var path: [Post] = []
    var depth = nodes[index].depth + 1
    for node in nodes[...index].reversed() where node.depth < depth && node.depth > 0 {
      path.append(node.post)
      depth = node.depth
    }
    return path.reversed()
  }

  /// Handles an action.
  ///
  /// - Parameters:
  ///   - page: number of visible lines.
  ///   - selectedPost: the selected post of the current list.
  /// - Returns: the effects to run.
  mutating func reduce(_ action: OutlineAction, page: Int, selectedPost: Post.ID?) -> [Effect] {
    switch action {
    case .pressed, .heading, .headingChosen: break
    case .moved(let scroll):
      guard !shown.isEmpty else { return [] }
      let place = shown.firstIndex(of: selected) ?? 0
      selected = shown[scroll.position(from: place, page: page, end: shown.count - 1)]
    case .linePressed(let line): return enter(line)
    case .entered: return shown.contains(selected) ? enter(selected) : []
    case .closed: return leave()
    case .response(let top, let result) where top == self.top.id:
      isLoading = false
      switch result {
      case .success(let branch):
        nodes = [OutlineBranch.Node(post: self.top, depth: 0)] + branch.nodes
        isCut = branch.isCut
        selected = 0
        filterChanged()
        let place = nodes.firstIndex { $0.post.id == selectedPost }
        if let place, shown.contains(place) { selected = place }
      case .failure(let reason): failure = reason.sentence
      }
    case .linksResponse(let top, let posts) where top == self.top.id:
      nodes.removeAll(where: \.isLinking)
      nodes += posts.map { post in
        var node = OutlineBranch.Node(post: post, depth: 0)
        node.isLinking = true
        return node
      }
      let place = selected
      filterChanged()
      if shown.contains(place) { selected = place }
    case .response, .linksResponse: break
    }
    return []
  }

  /// Goes to the post of a line.
  private mutating func enter(_ line: Int) -> [Effect] {
    if nodes.indices.contains(line), nodes[line].isLinking {
      let address = BodyLink.address(of: nodes[line].post.id)
      return leave() + [.send(.links(.chosen(address)))]
    }
    return leave() + [.send(.list(.outlineEntered(top: top, path: path(to: line))))]
  }

  /// Closes it and cancels its request.
  private mutating func leave() -> [Effect] {
    isOver = true
    return isLoading ? [.cancel(.outline)] : []
  }
}

extension Outline: FilteredLayer {
  var keyContext: KeyContext { filter.isTyping ? .filter : .outline }
  var coversLists: Bool { true }
  var isSheet: Bool { true }
  var acceptedAction: Action? { .outline(.entered) }

  func movedAction(_ scroll: ScrollAction) -> Action { .outline(.moved(scroll)) }

  /// Shows the lines that the filter lets pass and their ancestors, and selects the first one.
  mutating func filterChanged() {
    let matches = filter.matches(in: nodes.map { label(of: $0.post) })
    found = Set(matches)
    guard !filter.isEmpty else {
      shown = Array(nodes.indices)
      return
    }
    // From the last line up: the next line above with a smaller depth is the parent.
    var child: Int?
    shown = nodes.indices.reversed().filter { index in
      let depth = nodes[index].depth
      guard found.contains(index) || child.map({ depth < $0 }) == true else { return false }
      child = depth
      return true
    }.reversed()
    selected = matches.first ?? selected
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    OutlineView(canvas: canvas, outline: self).draw(into: &frame)
  }
}
