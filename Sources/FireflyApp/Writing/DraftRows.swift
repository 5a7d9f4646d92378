import FireflyCore

// The stored drafts as rows: one among the saved searches leads to a list of them.
extension Post {
  /// The ID of the row that leads to the drafts; no server has it.
  static let draftsID = laterID - 1
  /// The smallest ID of a row of this program: that of a draft has 40 bits.
  fileprivate static let firstLocalID = draftsID - (1 << 40)

  /// Whether an ID is that of a row of this program, which no server knows.
  static func isLocal(_ id: ID) -> Bool { (firstLocalID...laterID).contains(id) }

  /// Whether an ID is that of the row of a draft.
  static func isDraft(_ id: ID) -> Bool { (firstLocalID..<draftsID).contains(id) }

  /// What opening the row of a draft, or of all drafts, does; nil for other posts.
  var draftAction: EditorAction? {
    id == Self.draftsID ? .draftsPressed : Self.isDraft(id) ? .draftWanted(id) : nil
  }
}

extension Surroundings {
  /// Says why something can't be done with the selected row of a draft; nil if another post is selected.
  var draftRefusal: [Effect]? {
    guard let id = selectedPost?.id, Post.isDraft(id) else { return nil }
    return [
      .refusal("This is a draft, not yet a post. \(keyName(.list(.cardPressed))) goes on writing.")
    ]
  }
}

extension WritingState {
  /// Returns the draft of a row, or of the row of all drafts the only one; nil for another row.
  func draft(_ row: Post.ID) -> Draft? {
    row == Post.draftsID ? only : drafts.first { $0.key.row == row }
  }

  /// The draft, if there is only one.
  var only: Draft? { drafts.count == 1 ? drafts.first : nil }

  /// The row that leads to the drafts; nil without drafts.
  var row: Post? {
    guard !drafts.isEmpty else { return nil }
    return Post(
      id: Post.draftsID, parentID: -1, title: "drafts (\(drafts.count))",
      summary: only.map { "\($0.title.shortened(to: 40)): \($0.place)" }
        ?? drafts.prefix(3).map { $0.title.shortened(to: 40) }.joined(separator: ", "),
      template: .query)
  }

  /// The rows of the drafts, the last changed first.
  var rows: [Post] {
    drafts.map { draft in
      Post(
        id: draft.key.row, parentID: Post.draftsID, title: draft.title,
        summary: draft.place, template: .query)
    }
  }
}

extension Draft.Key {
  /// The ID of its row: the same wherever the row stands.
  fileprivate var row: Post.ID { Post.firstLocalID + (Int(id.prefix(10), radix: 16) ?? 0) }
}

extension WritingHost {
  /// Shows the list of drafts, or goes on writing the only one.
  mutating func showDrafts(at now: Double) -> [Effect] {
    if let draft = writing.only { return goOn(with: draft, at: now) }
    guard let row = writing.row else { return [.note("There are no drafts.")] }
    let context = context(at: now)
    return lists.showRoot(.searches, context)
      + lists.goDown(to: .results(query: row.id), of: row, context)
  }

  /// Goes on writing a draft, where it belongs.
  mutating func goOn(with draft: Draft, at now: Double) -> [Effect] {
    if let orphan = writing.orphans.first(where: { $0.draft.key == draft.key }) {
      askAbout(orphan)
      return []
    }
    writing.wanted = draft.key
    writing.isWantedAmongDrafts = selectedPost?.draftAction != nil
    let target = draft.key.target
    if let opening = open(target, at: now) { return opening }
    let context = context(at: now)
    switch target {
    case .newPost(nil), .newQuery:
      let explorer = Explorer.allCases.first { $0.tag == draft.template } ?? .posts
      return lists.showRoot(explorer, context) + beginNew(beside: false, at: now)
    case .newPost(let parent?):
      return lists.goDown(to: .children(of: parent), of: lists.knownPost(parent), context)
        + [.send(.editor(.draftChosen(isNew: false, goesBack: true)))]
    case .edit(let id):
      guard let post = lists.knownPost(id), post.isRoot else {
        writing.awaitedDraft = draft
        // If it is gone, its words can become a new post.
        return [.send(.links(.chosen(BodyLink.address(of: id))))] + findOrphans(among: [draft])
      }
      let explorer = Explorer.allCases.first { $0.tag == post.template.name } ?? .posts
      let effects = lists.showRoot(explorer, context)
      lists.show(post, context)
      return effects + beginEditing(at: now)
    case .profile: return beginProfile(at: now)
    }
  }

  /// Goes on with the draft whose post was loaded for it, unless the user has gone elsewhere.
  ///
  /// - Parameter isFinding: whether the post is still being found.
  mutating func goOnWithAwaited(isFinding: Bool, at now: Double) -> [Effect] {
    guard let draft = writing.awaitedDraft, case .edit(let id) = draft.key.target else { return [] }
    let isKnownTop = !isFinding && lists.knownPost(id)?.isRoot == true
    if focus.isEmpty, isKnownTop || selectedPost?.id == id {
      writing.awaitedDraft = nil
      return goOn(with: draft, at: now)
    }
    if !isFinding, list.pendingSelection != id { writing.awaitedDraft = nil }
    return []
  }

  /// Goes back to the list of drafts, to one of them.
  mutating func showRow(of draft: Draft, at now: Double) -> [Effect] {
    let context = context(at: now)
    let effects = lists.showRoot(.searches, context)
    lists.current.position.selectedID = Post.draftsID
    guard writing.only == nil, let row = writing.row else { return effects }
    let down = lists.goDown(to: .results(query: row.id), of: row, context)
    lists.current.position.selectedID = draft.key.row
    return effects + down
  }

  /// Discards a draft that is not open.
  mutating func discard(_ draft: Draft) -> [Effect] {
    forget(draft.key)
    moving.undo.removeKept()
    moving.undo.record(.discardedDraft(draft))
    return [
      .draft(.discard(draft)), .note("Discarded. \(keyName(.moving(.undoPressed))) takes it back."),
    ]
  }

  /// Takes back a draft that was discarded in the list of drafts.
  mutating func takeBack(_ draft: Draft) -> [Effect] {
    let other = writing.drafts.first { $0.key == draft.key }
    // It was never gone: another program had it open.
    if other?.words == draft.words { return [.note("It is a draft again.")] }
    guard other == nil, writing.sending[draft.key.target]?.number != draft.key.number else {
      moving.undo.record(.discardedDraft(draft))
      return [.note("There is another draft in its place. Save or discard that first.")]
    }
    writing.stored(draft)
    // Its row comes back with it.
    if explorer == .searches {
      switch current.navigator.current.destination {
      case .results(Post.draftsID): lists.current.position.selectedID = draft.key.row
      case nil: lists.current.position.selectedID = Post.draftsID
      default: break
      }
    }
    return [.draft(.restore(draft)), .note("It is a draft again.")]
  }

  /// Forgets a draft that is not open.
  mutating func forget(_ key: Draft.Key) {
    writing.orphans.removeAll { $0.draft.key == key }
    if writing.parked[key.target]?.number == key.number { writing.parked[key.target] = nil }
    writing.removed(key.target, key.number)
  }
}

extension ListsState {
  /// Keeps the rows of this program above the saved searches, and the drafts in their list.
  ///
  /// - Parameter drafts: the rows of the drafts; made only for their list.
  mutating func showOwnRows(_ rows: [Post], drafts: @autoclosure () -> [Post]) {
    for level in allLevels {
      guard case .results(let id) = level.destination, id >= Post.draftsID else { continue }
      if let row = rows.first(where: { $0.id == id }), self[level.id]?.parent != row {
        self[level.id]?.parent = row
      }
      guard id == Post.draftsID else { continue }
      self[level.id]?.phase = .loaded
      let drafts = drafts()
      if self[level.id]?.posts != drafts { setRows(drafts, of: level.id) }
    }
    let root = self[.searches].navigator.root.id
    guard let list = self[root], list.phase == .loaded else { return }
    let unsaved = list.posts.prefix { $0.isUnsaved }
    let others = list.posts.dropFirst(unsaved.count).filter { !$0.isLocal }
    guard
      list.posts.count != unsaved.count + rows.count + others.count
        || !list.posts.dropFirst(unsaved.count).starts(with: rows)
    else { return }
    // While another tab is in front, the first row stays selected when rows come above it.
    let first = list.posts.dropFirst(unsaved.count).first?.id
    let isFirst =
      explorer != .searches && self[.searches].navigator.root.position.selectedID == first
    setRows(unsaved + rows + others, of: root)
    if isFirst, let first = rows.first { updatePosition(of: root) { $0.selectedID = first.id } }
  }

  /// Sets the posts of a list; one at the place of a selected post that is gone is selected.
  private mutating func setRows(_ posts: [Post], of level: LevelID) {
    let selected = self[level.explorer].navigator.level(level)?.position.selectedID
    let place = self[level]?.index(of: selected) ?? 0
    self[level]?.setPosts(posts)
    updatePosition(of: level) { position in
      guard !posts.contains(where: { $0.id == position.selectedID }) else { return }
      position.selectedID = posts.isEmpty ? nil : posts[min(place, posts.count - 1)].id
    }
  }
}
