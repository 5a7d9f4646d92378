import FireflyCore
import FireflyScreen

/// A branch of the tree as indented lines, to jump in.
public struct Outline: Hashable, Sendable {
  /// One line.
  public struct Node: Hashable, Sendable {
    /// The post.
    public var post: Post
    /// Levels below the outline's top, 0 for the top itself.
    public var depth: Int

    /// A line for a post.
    public init(post: Post, depth: Int) {
      self.post = post
      self.depth = depth
    }
  }

  /// What is below the top.
  public struct Branch: Hashable, Sendable {
    /// Its lines, parents before their children.
    public var nodes: [Node]
    /// Whether there is more of it than these.
    public var isCut: Bool

    /// A branch, whole if nothing else is said.
    public init(_ nodes: [Node], isCut: Bool = false) {
      self.nodes = nodes
      self.isCut = isCut
    }
  }

  /// Posts below the top that are shown at most.
  public static let limit = 1_000

  /// The post at the top.
  public var top: Post
  /// The lines, parents before their children; only the top until they are loaded.
  public var nodes: [Node]
  /// Whether there is more in the branch than can be shown.
  public var isCut = false
  /// Whether the rest is on its way.
  public var isLoading = true
  /// Why it could not be loaded.
  public var failure: String?
  /// The selected line.
  public var selected = 0
  /// Whether it has been left.
  var isOver = false

  /// Columns of its sheet at most.
  static let columns = 90

  /// An outline that knows its top only.
  public init(top: Post) {
    self.top = top
    nodes = [Node(post: top, depth: 0)]
  }

  /// The posts from the top (not included) down to a line (included).
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

  /// Takes what happened.
  ///
  /// - `page`: lines that are seen at once.
  /// - `selectedPost`: the post that is selected in the list below.
  mutating func reduce(_ action: OutlineAction, page: Int, selectedPost: Post.ID?) -> [Effect] {
    switch action {
    case .pressed: break
    case .moved(let lines): select(selected + lines)
    case .paged(let pages): select(selected + pages * page)
    case .jumpedToStart: select(0)
    case .jumpedToEnd: select(nodes.count - 1)
    case .linePressed(let line):
      select(line)
      return leave() + [.send(.list(.outlineEntered(top: top, path: path(to: selected))))]
    case .entered:
      return leave() + [.send(.list(.outlineEntered(top: top, path: path(to: selected))))]
    case .closed: return leave()
    case .response(let top, let result) where top == self.top.id:
      isLoading = false
      switch result {
      case .success(let branch):
        nodes = [Node(post: self.top, depth: 0)] + branch.nodes
        isCut = branch.isCut
        selected = nodes.firstIndex { $0.post.id == selectedPost } ?? 0
      case .failure(let reason): failure = reason.sentence
      }
    case .response: break
    }
    return []
  }

  private mutating func select(_ line: Int) {
    selected = min(nodes.count - 1, max(0, line))
  }

  /// Closes it; what it still waits for is cancelled.
  private mutating func leave() -> [Effect] {
    isOver = true
    return isLoading ? [.cancel(.outline)] : []
  }
}

extension Outline: FocusLayer {
  var keyContext: KeyContext { .outline }
  var coversLists: Bool { true }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? { .outline(.closed) }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    OutlineView.draw(canvas, self, into: &frame)
  }
}

extension FocusStack {
  /// The outline; nil if there is none.
  var outline: Outline? {
    get { self[Outline.self] }
    _modify { yield &self[Outline.self] }
  }
}
