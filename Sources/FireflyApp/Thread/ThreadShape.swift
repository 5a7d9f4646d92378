import FireflyCore

/// The shape of a list that shows a whole thread: the parent, then the posts below it in reading
/// order, each as high as its text.
///
/// Levels and branches follow from the posts' parents, so a thread is kept, searched and changed like
/// any other list.
struct ThreadShape: Equatable, Sendable {
  /// The place of a post in the thread.
  struct Row: Equatable, Sendable {
    let id: Post.ID
    /// Its level: 0 for the parent, 1 for a top reply.
    let level: Int
    /// The index of the post that it answers; nil for the parent, and without one.
    let parent: Int?
    /// The index after its branch.
    fileprivate(set) var end: Int
    /// Lines of its text: counted once it was formatted, before that estimated.
    fileprivate(set) var lines: Int
  }

  /// The next page of a thread that a server sends page by page.
  struct NextPage: Equatable, Sendable {
    /// The server's key.
    let key: String
    /// The post after which the page belongs, if later ones are shown already; nil for the end.
    var after: Post.ID?
    var isLoading = false
    /// Whether it could not be loaded; it is requested again after a reload.
    var hasFailed = false
  }

  let top: Post.ID
  /// Columns of a text that is not indented.
  private(set) var columns: Int
  /// A row for each post of the list.
  private(set) var rows: [Row] = []
  /// The lines of the texts that were formatted for this width.
  private var lines: [Post.ID: Int] = [:]
  /// The posts whose replies have been received.
  var known: Set<Post.ID> = []
  /// The next page; nil at the end of the thread.
  var next: NextPage?
  /// The posts whose replies were requested.
  var requested: Set<Post.ID> = []
  /// The posts whose replies could not be loaded.
  var failed: Set<Post.ID> = []
  /// Whether the whole text of the parent was requested.
  var hasAskedForText = false
  /// The posts whose texts are being formatted.
  var awaitedTexts: Set<Post.ID> = []
  /// Height in points within which a fold moves: of a longer branch, what is below the window appears
  /// and disappears at once, so that the motion is seen.
  var motionRoom = Double.infinity
  /// Whether top replies that arrive are folded, as all others were.
  var foldsNew = false
  /// The selected reply when all were folded.
  var foldedFrom: Post.ID?
  /// The replies that were folded when they arrived, without the user.
  var foldedOnArrival: Set<Post.ID> = []
  /// The replies that the user had folded, and those that they had opened although they arrive folded.
  var keptFolded: Set<Post.ID> = []
  var keptOpen: Set<Post.ID> = []
  /// The reply that the user goes to; it and what is above it are not folded when they arrive.
  var sought: Post.ID?
  /// The reply that a new post answers; nil for the parent.
  var answered: Post.ID?
  /// Where each row begins at rest, in points, and where the last one ends.
  var tops: [Double] = [0]

  /// Creates the shape of an empty thread.
  init(top: Post.ID, columns: Int) {
    self.top = top
    self.columns = columns
  }

  /// Arranges rows for the posts of the list.
  mutating func arrange(_ posts: [Post]) {
    rows.removeAll(keepingCapacity: true)
    rows.reserveCapacity(posts.count)
    // The branches that go on, with the numbers of their posts; the parent may be missing.
    var open: [(id: Post.ID, index: Int?)] = [(top, nil)]
    for (index, post) in posts.enumerated() {
      if post.id == top {
        open[0].index = index
        rows.append(row(of: post, level: 0, parent: nil, at: index))
        continue
      }
      while open.count > 1, open.last?.id != post.parentID { close(&open, at: index) }
      let row = row(of: post, level: open.count, parent: open.last?.index, at: index)
      rows.append(row)
      open.append((post.id, index))
    }
    while !open.isEmpty { close(&open, at: posts.count) }
  }

  private mutating func close(_ open: inout [(id: Post.ID, index: Int?)], at end: Int) {
    if let index = open.popLast()?.index { rows[index].end = end }
  }

  private func row(of post: Post, level: Int, parent: Int?, at index: Int) -> Row {
    Row(
      id: post.id, level: level, parent: parent, end: index + 1,
      lines: lines[post.id] ?? estimate(post, level))
  }

  /// Returns the probable number of lines of a text.
  private func estimate(_ post: Post, _ level: Int) -> Int {
    let width = max(1, columns - Self.indent(ofLevel: level, in: columns))
    return 1 + post.body.utf8.count / width + (post.title.isEmpty ? 0 : 1)
  }

  /// Records the number of lines of a row's formatted text.
  mutating func measured(_ count: Int, at index: Int) {
    lines[rows[index].id] = count
    rows[index].lines = count
  }

  /// Forgets the number of lines of a text that has changed.
  mutating func textChanged(_ id: Post.ID) {
    lines[id] = nil
    awaitedTexts.remove(id)
  }

  /// Records that the posts below the parent have been received.
  mutating func received(_ page: PostPage) {
    known = Set(page.posts.compactMap(\.parentID)).union([top])
    next = page.next.map { NextPage(key: $0) }
    (requested, failed, awaitedTexts) = ([], [], [])
  }

  /// Records that the requests for replies were cancelled.
  mutating func requestsCancelled() {
    next?.isLoading = false
    requested = []
  }

  /// Changes the width; returns whether it was another one.
  mutating func resize(columns: Int, _ posts: [Post]) -> Bool {
    guard columns != self.columns else { return false }
    self.columns = columns
    lines = [:]
    arrange(posts)
    return true
  }

  // MARK: Indents

  /// From this level on, replies are not indented further.
  static let deepestLevel = 8

  /// Returns the indent of a reply's text in columns: two for each level below the top replies, in
  /// narrow windows less.
  static func indent(ofLevel level: Int, in columns: Int) -> Int {
    min(2 * max(0, min(level, deepestLevel) - 1), columns / 3 / 2 * 2)
  }

  /// Returns the indent of a row's text in columns.
  func indent(of row: Row) -> Int { Self.indent(ofLevel: row.level, in: columns) }

  /// Returns the columns of a row's text.
  func textColumns(of row: Row) -> Int { max(2, columns - indent(of: row)) }

  // MARK: Branches

  /// The indices of the posts above a row, the nearest first.
  func ancestors(of index: Int) -> [Int] {
    var above: [Int] = []
    var next = rows[index].parent
    while let parent = next {
      above.append(parent)
      next = rows[parent].parent
    }
    return above
  }

  /// Returns the index of the top reply whose branch contains a row; the parent is its own.
  func topReply(of index: Int) -> Int {
    var index = index
    while rows[index].level > 1, let parent = rows[index].parent { index = parent }
    return index
  }

  /// Returns the index of the next reply to the same post; nil for the last one.
  func sibling(after index: Int) -> Int? {
    let next = rows[index].end
    return next < rows.count && rows[next].parent == rows[index].parent
      && rows[next].level == rows[index].level ? next : nil
  }

  /// Number of posts below a row's.
  func repliesBelow(_ index: Int) -> Int { rows[index].end - index - 1 }

  // MARK: Positions

  /// Lines of a folded reply, and of the gap below every reply.
  static let foldedRows = 1.0
  private static let gapRows = 1.0

  /// Returns where each row begins if branches are folded by some factors, in points.
  ///
  /// A fold is a collapse: the reply's own text and everything below it share the height that is left,
  /// and what has no room is hidden.
  ///
  /// - Parameter factors: the expansion factors of the branches that are not open, by their rows, 0
  ///   folded … 1 open.
  /// - Returns: the tops, then the end.
  func tops(folding factors: [Int: Double]) -> [Double] {
    let point = ScreenLayout.pointsPerRow
    var heights = rows.map { row in
      // The parent is a card; its height is added by the layout.
      row.level == 0 ? 0 : (Self.foldedRows + Double(row.lines) + Self.gapRows) * point
    }
    // Inner branches first: an outer one hides what they have left.
    for (index, factor) in factors.sorted(by: { $0.key > $1.key }) where rows[index].level > 0 {
      // Neighbours that are folded have no gap between them.
      let gap = sibling(after: index).map { factors[$0] ?? 1 } ?? 1
      heights[index] = lerp((Self.foldedRows + gap * Self.gapRows) * point, heights[index], factor)
      let branch = index + 1..<rows[index].end
      let whole = heights[branch].reduce(0, +)
      var room = factor < 1 ? min(whole, motionRoom) * factor : whole
      for row in branch {
        heights[row] = min(heights[row], room)
        room -= heights[row]
      }
    }
    var tops = [0.0]
    tops.reserveCapacity(heights.count + 1)
    for height in heights { tops.append(tops[tops.count - 1] + height) }
    return tops
  }
}
