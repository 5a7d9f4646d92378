import FireflyCore

/// How a thread was left: its folds, the selected reply and its view.
package struct ThreadPlace: Codable, Hashable, Sendable {
  /// Maximum number of replies whose folds are kept.
  package static let maximumFolds = 200

  /// The post whose replies it shows.
  package let top: Post.ID
  /// The selected reply; nil for the top.
  package var selected: Post.ID?
  /// Whether all top replies were folded.
  package var foldsAll: Bool?
  /// The replies that were folded although they arrive open.
  package var folded: [Post.ID]?
  /// The replies that were opened although they arrive folded.
  package var opened: [Post.ID]?
  /// The view that the user has chosen for it: a thread or cards; nil for none.
  package var isThread: Bool?

  /// Creates the place of a thread as it is at first.
  package init(top: Post.ID) { self.top = top }

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
  package subscript(top: Post.ID) -> ThreadPlace? { places.last { $0.top == top } }

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
