import FireflyCore

// Changes of the lists by writing: new cards, and saved posts.
extension ListsState {
  /// Inserts an unsaved post at the top of the current list, expanded.
  mutating func insertUnsaved(_ post: Post) {
    list.setPosts([post] + list.posts.filter { $0.id != post.id })
    list.expansions[post.id] = nil
    current.position.selectedID = post.id
    current.position.expandedID = post.id
  }

  /// Removes an unsaved post, and restores the previous selection.
  mutating func removeUnsaved(
    _ card: Post.ID, _ level: LevelID, origin: Navigator.ListPosition, _ context: Context
  ) {
    guard Post.isUnsaved(card), self[level]?.index(of: card) != nil else { return }
    let wasSelected = self[level.explorer].navigator.level(level)?.position.selectedID == card
    _ = remove(card, context)
    if wasSelected, let id = origin.selectedID, self[level]?.index(of: id) != nil {
      updatePosition(of: level) { $0.selectedID = id }
    }
    scrollSelectionIntoView(of: level, context)
  }

  /// Replaces an unsaved post, or one that may have another number now, by the saved one, at its position.
  mutating func replaceUnsaved(
    _ card: Post.ID, with post: Post, in level: LevelID, _ context: Context
  ) {
    guard var list = self[level], let index = list.index(of: card) else { return }
    var posts = list.posts.filter { $0.id != post.id || $0.id == card }
    posts[min(index, posts.count - 1)] = post
    list.setPosts(posts)
    list.expansions[post.id] = list.expansions.removeValue(forKey: card)
    let body = list.bodies.removeValue(forKey: card)
    if list.isThread {
      // Its rows are counted when it is formatted.
      list.threadTextChanged(post.id)
    } else {
      list.bodies[post.id] = body
    }
    self[level] = list
    updatePosition(of: level) { position in
      if position.selectedID == card { position.selectedID = post.id }
      if position.expandedID == card { position.expandedID = post.id }
    }
    scrollSelectionIntoView(of: level, context)
  }

  /// Returns requests for all lists that may contain a new post, except the one that has it.
  func requests(afterNew post: Post, in level: LevelID?) -> [Effect] {
    allLevels.filter { shown in
      guard shown.id != level else { return false }
      switch shown.destination {
      // A profile is in the users' list only, which is reloaded anyway.
      case nil: return self[shown.id]?.phase == .loaded && post.template != .profile
      case .children where self[shown.id]?.isThread == true:
        return self[shown.id]?.index(of: post.parentID) != nil
      case .children(let parent): return parent == post.parentID || isListed(post, in: shown.id)
      case .profile: return isListed(post, in: shown.id)
      case .results, .answers: return false
      }
    }.map { .list(request(for: $0, below: post.parentID)) }
  }

  /// Whether a server may list a new post of the top level among what its author has written.
  private func isListed(_ post: Post, in level: LevelID) -> Bool {
    let person = self[level]?.parent ?? self[level]?.posts.first { !$0.isUnsaved }
    return post.isRoot && post.template == .post && person?.template == .profile
      && person?.isOwned(by: post.authorKey) == true
  }

  /// Inserts the user's new post at the top of all lists that certainly contain it.
  mutating func insertEverywhere(_ post: Post, _ context: Context) {
    for level in allLevels {
      let belongs =
        switch level.destination {
        case nil:
          level.id.explorer.tag == post.template.name
            // A feed in a folder is a row of that.
            && (post.isRoot || level.id.explorer != .users && self[level.id]?.audience != .threads)
        case .children(let parent):
          parent == post.parentID || self[level.id]?.threadIndex(ofNew: post) != nil
        case .results, .profile, .answers: false
        }
      guard belongs, let list = self[level.id], list.phase == .loaded,
        list.index(of: post.id) == nil
      else { continue }
      // Below unsaved posts, and rows of this program.
      let place =
        list.threadIndex(ofNew: post) ?? list.posts.prefix { $0.isUnsaved || $0.isLocal }.count
      var posts = list.posts
      posts.insert(post, at: place)
      self[level.id]?.setPosts(posts)
      updatePosition(of: level.id) { $0.selectedID = $0.selectedID ?? post.id }
      scrollSelectionIntoView(of: level.id, context)
    }
  }

  /// Returns requests for the lists of a moved post's new siblings.
  func requests(afterMove post: Post) -> [Effect] {
    guard let parent = post.realParentID else { return [] }
    return allLevels.filter { level in
      level.destination == .children(of: parent)
        || self[level.id]?.isThread == true && self[level.id]?.index(of: parent) != nil
    }.map { .list(request(for: $0, below: parent)) }
  }

  /// Selects and expands a card for editing.
  mutating func expandForWriting(_ id: Post.ID, _ context: Context) {
    current.position.selectedID = id
    current.position.expandedID = id
    moveCards(scrollTo: list.index(of: id), context)
  }

  /// Scrolls until the row of the caret is visible, with one row below it.
  mutating func scrollCaretIntoView(_ editor: EditorState, _ context: Context) {
    let list = list
    guard level == editor.level, let index = list.index(of: editor.card) else { return }
    let row = ScreenLayout.pointsPerRow
    let layout = context.cardLayout(for: list.posts[index], in: list)
    let text = editor[editor.field]
    let inside = Double(text.caretRow - text.firstRow) * row
    let place: Double =
      switch editor.field {
      case .title: row
      case .summary:
        (context.writing?.pollRow).map { layout.bodyFrame(at: 1).y + Double($0) * row + inside }
          ?? 2 * row + inside
      case .body: layout.bodyFrame(at: 1).y + inside
      }
    let window = context.layout.windowHeight
    let cards = restingLayout(of: list, context)
    let top = cards.top(of: index)
    var scroll = min(current.position.scroll, top + place - row)
    // If the whole card fits, shows its top.
    if layout.height(at: 1) <= window { scroll = min(scroll, top) }
    scroll = max(scroll, top + place + 3 * row - window)
    // Its pictures stand below the end of the text.
    if editor.field == .body, !editor.hasPoll, text.caretRow == text.rowCount - 1 {
      let pictures = Double(WrittenPicturesView.rows(of: editor)) * row
      scroll = min(top + place - row, max(scroll, top + place + 3 * row + pictures - window))
    }
    // There may be no row below the caret.
    setScroll(cards.clampedScroll(scroll, window: window))
  }

  /// Scrolls by notches of the wheel, without changing the selection.
  mutating func wheelWhileWriting(_ notches: Int, _ context: Context) {
    scrollWhileWriting(rows: Double(context.settings.tunables.wheelRows * notches), context)
  }

  /// Scrolls by rows, without changing the selection.
  mutating func scrollWhileWriting(rows: Double, _ context: Context) {
    setScroll(
      restingLayout(context).clampedScroll(
        current.position.scroll + rows * ScreenLayout.pointsPerRow,
        window: context.layout.windowHeight))
  }

  /// Scrolls so far that the card with the preview is in the window, which may be much shorter than its text.
  mutating func scrollPreviewIntoView(_ editor: EditorState, _ context: Context) {
    guard level == editor.level, let index = list.index(of: editor.card) else { return }
    let (cards, window) = (restingLayout(context), context.layout.windowHeight)
    let top = cards.top(of: index)
    let height = context.cardLayout(for: list.posts[index], in: list).height(at: 1)
    let scroll = max(top, min(current.position.scroll, top + height - window))
    setScroll(cards.clampedScroll(scroll, window: window))
  }
}
