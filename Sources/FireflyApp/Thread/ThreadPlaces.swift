import FireflyCore

/// How a thread was left: its folds, the selected reply and its view.
package struct ThreadPlace: Codable, Hashable, Sendable {
  /// Maximum number of replies whose folds are kept.
  static let maximumFolds = 200

  /// The post whose replies it shows.
  package let top: Post.ID
  /// The selected reply; nil for the top.
  var selected: Post.ID?
  /// Whether all top replies were folded.
  var foldsAll: Bool?
  /// The replies that were folded although they arrive open.
  var folded: [Post.ID]?
  /// The replies that were opened although they arrive folded.
  var opened: [Post.ID]?
  /// The view that the user has chosen for it: a thread or cards; nil for none.
  var isThread: Bool?

  /// Whether it is a thread as it is at first.
  package var isPlain: Bool {
    selected == nil && foldsAll == nil && folded == nil && opened == nil && isThread == nil
  }
}

/// How the threads of a server were left, the last one last.
package struct ThreadPlaces: Codable, Hashable, Sendable {
  /// Maximum number of threads; the oldest go.
  package static let maximum = 200

  /// The threads.
  package private(set) var places: [ThreadPlace] = []

  /// Creates a collection of none.
  package init() {}

  /// How a thread was left; nil if it is as it is at first.
  subscript(top: Post.ID) -> ThreadPlace? { places.last { $0.top == top } }

  /// Keeps how threads were left.
  ///
  /// - Parameter maximum: the maximum number of threads that remain.
  package mutating func keep(_ left: [ThreadPlace], maximum: Int = Self.maximum) {
    let tops = Set(left.map(\.top))
    places.removeAll { tops.contains($0.top) }
    places += left.filter { !$0.isPlain }
    places.removeFirst(max(0, places.count - maximum))
  }
}

extension ListsState {
  /// Keeps how levels that are left show their threads.
  mutating func keepThreads(_ levels: [Navigator.Level]) -> [Effect] {
    let left = levels.compactMap(threadPlace)
    guard !left.isEmpty else { return [] }
    let before = threadPlaces
    threadPlaces.keep(left)
    return threadPlaces == before ? [] : [.thread(.storePlaces(left))]
  }

  /// Returns how a level shows its thread; nil if it has none.
  func threadPlace(of level: Navigator.Level) -> ThreadPlace? {
    guard let list = self[level.id], case .children(let top) = level.destination,
      list.isThread || list.choosesThread != nil, list.phase == .loaded, list.posts.count > 1
    else { return nil }
    var place = ThreadPlace(top: top)
    place.isThread = list.choosesThread
    guard let thread = list.thread else { return place }
    place.selected = level.position.selectedID.flatMap {
      $0 == top || Post.isUnsaved($0) ? nil : $0
    }
    place.foldsAll = thread.foldsNew ? true : nil
    let changed = list.posts.lazy.map(\.id).filter {
      list.isReply($0) && list.isFolded($0) != thread.foldedOnArrival.contains($0)
    }
    let kept = Array(changed.prefix(ThreadPlace.maximumFolds))
    let (folded, opened) = (kept.filter { list.isFolded($0) }, kept.filter { !list.isFolded($0) })
    place.folded = folded.isEmpty ? nil : folded
    place.opened = opened.isEmpty ? nil : opened
    return place
  }
}

extension Surroundings {
  /// How the threads on the paths are shown now, to keep it when the program ends.
  package var openThreads: [ThreadPlace] { lists.pathLevels.compactMap(lists.threadPlace) }
}
