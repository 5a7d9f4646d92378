/// The way through the tree: a root list and the path of levels below it (seed 000).
///
/// Each level keeps its place, so that going back finds everything as it was left.
public struct Navigator: Hashable, Sendable {
  /// What a level below the root shows.
  public enum Destination: Hashable, Sendable {
    /// The children of a post.
    case children(of: Post.ID)
    /// What a saved search finds.
    case results(query: Post.ID)
    /// A person's profile.
    case profile(email: String)
  }

  /// One list on the path.
  public struct Level: Identifiable, Hashable, Sendable {
    /// Which level it is.
    public let id: LevelID
    /// What it shows; nil at the root.
    public let destination: Destination?
    /// Where one is in it.
    public var position = ListPosition()
  }

  /// Where one is in a list.
  public struct ListPosition: Hashable, Sendable {
    /// The selected post.
    public var selectedID: Post.ID?
    /// Points scrolled from the list's top.
    public var scroll = 0.0
    /// The one expanded post.
    public var expandedID: Post.ID?

    /// A place; by default the top of a list with nothing selected.
    public init(selectedID: Post.ID? = nil, scroll: Double = 0, expandedID: Post.ID? = nil) {
      self.selectedID = selectedID
      self.scroll = scroll
      self.expandedID = expandedID
    }
  }

  /// The explorer's own list.
  public private(set) var root: Level
  /// The levels below the root, the current one last; empty at the root.
  public private(set) var path: [Level] = []
  private var nextNumber = 1

  /// A navigator at the root of an explorer.
  public init(_ explorer: Explorer = .posts) {
    root = Level(id: LevelID(explorer), destination: nil)
  }

  /// How many levels one is below the root.
  public var depth: Int { path.count }

  /// The level one is at.
  public var current: Level {
    get { path.last ?? root }
    set {
      if path.isEmpty { root = newValue } else { path[path.count - 1] = newValue }
    }
  }

  /// Which level one is at.
  public var currentID: LevelID { path.last?.id ?? root.id }

  /// All levels from the root to the current one.
  public var levels: [Level] { [root] + path }

  /// A level, if it is on the path or the root.
  public func level(_ id: LevelID) -> Level? {
    root.id == id ? root : path.first { $0.id == id }
  }

  /// Goes one level down; returns the new level.
  @discardableResult
  public mutating func push(_ destination: Destination) -> LevelID {
    let id = LevelID(root.id.explorer, nextNumber)
    path.append(Level(id: id, destination: destination))
    nextNumber += 1
    return id
  }

  /// Goes one level up; returns the level left, nil at the root.
  @discardableResult
  public mutating func pop() -> Level? { path.popLast() }

  /// Goes to the root; returns the levels left, the deepest last.
  @discardableResult
  public mutating func popToRoot() -> [Level] { pop(to: 0) }

  /// Goes up to a depth, 0 for the root; returns the levels left, the deepest last.
  @discardableResult
  public mutating func pop(to depth: Int) -> [Level] {
    let left = Array(path.dropFirst(max(0, depth)))
    path.removeLast(left.count)
    return left
  }

  /// Changes where one is in a level of the path.
  public mutating func updatePosition(of id: LevelID, _ change: (inout ListPosition) -> Void) {
    if root.id == id {
      change(&root.position)
    } else if let index = path.firstIndex(where: { $0.id == id }) {
      change(&path[index].position)
    }
  }
}
