/// The navigation path: a root list and the levels below it (seed 000).
///
/// Each level keeps its position, so that going back restores it.
public struct Navigator: Hashable, Sendable {
  /// The contents of a level below the root.
  public enum Destination: Codable, Hashable, Sendable {
    /// The children of a post.
    case children(of: Post.ID)
    /// The results of a saved search.
    case results(query: Post.ID)
    /// A user's profile.
    case profile(email: String)
    /// Posts by others below the user's own.
    case answers
  }

  /// One list on the path.
  public struct Level: Identifiable, Hashable, Sendable {
    /// The identifier.
    public let id: LevelID
    /// The contents; nil at the root.
    public let destination: Destination?
    /// The position in the list.
    public var position = ListPosition()
  }

  /// A position in a list.
  public struct ListPosition: Codable, Hashable, Sendable {
    /// The selected post.
    public var selectedID: Post.ID?
    /// Points scrolled from the list's top.
    public var scroll = 0.0
    /// The expanded post.
    public var expandedID: Post.ID?

    /// Creates a position; by default the top of the list, without a selection.
    public init(selectedID: Post.ID? = nil, scroll: Double = 0, expandedID: Post.ID? = nil) {
      self.selectedID = selectedID
      self.scroll = scroll
      self.expandedID = expandedID
    }
  }

  /// The explorer's own list.
  public private(set) var root: Level
  /// The levels below the root, the current level last; empty at the root.
  public private(set) var path: [Level] = []
  private var nextNumber = 1

  /// Creates a navigator at the root of an explorer.
  public init(_ explorer: Explorer = .posts) {
    root = Level(id: LevelID(explorer), destination: nil)
  }

  /// Number of levels below the root.
  public var depth: Int { path.count }

  /// The current level.
  public var current: Level {
    get { path.last ?? root }
    set {
      if path.isEmpty { root = newValue } else { path[path.count - 1] = newValue }
    }
  }

  /// The ID of the current level.
  public var currentID: LevelID { path.last?.id ?? root.id }

  /// All levels from the root to the current one.
  public var levels: [Level] { [root] + path }

  /// Returns a level, if it is the root or on the path.
  public func level(_ id: LevelID) -> Level? {
    root.id == id ? root : path.first { $0.id == id }
  }

  /// Pushes a level and returns it.
  @discardableResult
  public mutating func push(_ destination: Destination) -> LevelID {
    let id = LevelID(root.id.explorer, nextNumber)
    path.append(Level(id: id, destination: destination))
    nextNumber += 1
    return id
  }

  /// Pops the current level and returns it; nil at the root.
  @discardableResult
  public mutating func pop() -> Level? { path.popLast() }

  /// Returns to the root; returns the popped levels, the deepest last.
  @discardableResult
  public mutating func popToRoot() -> [Level] { pop(to: 0) }

  /// Returns to a depth, 0 for the root; returns the popped levels, the deepest last.
  @discardableResult
  public mutating func pop(to depth: Int) -> [Level] {
    let left = Array(path.dropFirst(max(0, depth)))
    path.removeLast(left.count)
    return left
  }

  /// Changes the position in a level of the path.
  public mutating func updatePosition(of id: LevelID, _ change: (inout ListPosition) -> Void) {
    if root.id == id {
      change(&root.position)
    } else if let index = path.firstIndex(where: { $0.id == id }) {
      change(&path[index].position)
    }
  }
}
