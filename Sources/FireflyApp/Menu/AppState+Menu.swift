import FireflyCore
import FireflyScreen

// The context menu of a post and its list.
extension AppState {
  mutating func reduceMenu(_ action: MenuAction, at now: Double) -> [Effect] {
    if case .opened(let id, let link, let point) = action {
      if let id, list.index(of: id) != nil { lists.current.position.selectedID = id }
      let items =
        (link.map(linkItems) ?? []) + menuItems(for: id == nil ? nil : selectedPost)
      focus.replace(with: Menu(items, at: point))
      note = nil
      return []
    }
    if case .offered(let items, let id, let bindings) = action {
      let row = lists.rowInWindow(of: id, context(at: now))
      let point = Point(x: layout.cardX + layout.indent, y: layout.list.y + max(0, row) + 1)
      focus.replace(with: Menu(items, at: point, selected: 0, bindings: bindings))
      note = nil
      return []
    }
    return focus.update(Menu.self) { $0.reduce(action) }
  }

  private func linkItems(_ address: String) -> [Menu.Item] {
    [
      item(
        BodyPicture.isAddress(address) ? "Show this picture" : "Open this link", nil,
        .links(.chosen(address))),
      item("Copy this link", nil, .links(.copyPressed(address))),
    ]
  }

  private func menuItems(for post: Post?) -> [Menu.Item] {
    (moving.movedPost == nil ? post.map(items) ?? [] : putItems) + listItems
  }

  private func items(for post: Post) -> [Menu.Item] {
    let isExpanded = current.position.expandedID == post.id
    let (open, close) = list.isThread ? ("Unfold", "Fold") : ("Open", "Close")
    let isOpen = list.isThread ? !list.isFolded(post.id) : isExpanded
    var items = [
      Menu.Item(title: isOpen ? close : open, binding: "enter", action: .list(.cardPressed))
    ]
    switch post.childIndicatorRoute(for: account) {
    case .results?: items.append(item("Results", "children", .list(.childIndicatorPressed)))
    case .children? where post.contents != nil:
      let words = post.contents?.isFolder == true ? "Feeds" : "Entries"
      items.append(item(words, "children", .list(.childIndicatorPressed)))
    case .children?: items.append(item("Replies", "children", .list(.childIndicatorPressed)))
    case .firstChild?, nil: break
    }
    if site.can(.reply, on: post) { items.append(item("Reply", "reply", .editor(.replyPressed))) }
    if account.owns(post) {
      let isFeed = post.template == .profile && site.has(.feeds)
      if site.can(.edit, on: post) {
        items.append(item(isFeed ? "Rename" : "Edit", "edit", .editor(.editPressed)))
      }
      if post.template == .post, site.offers(.move) {
        items.append(item("Move", "move", .moving(.pressed)))
      }
      if isFeed {
        items.append(item("Stop following…", "delete", .moving(.deletePressed)))
      } else if post.template != .profile, site.can(.delete, on: post) {
        items.append(item("Delete…", "delete", .moving(.deletePressed)))
      }
    }
    if post.template != .profile, post.authorEmail?.isEmpty == false {
      items.append(item("Author's profile", "profile", .list(.profilePressed)))
    }
    if post.template == .post, !post.isLocal {
      items.append(item("Mute…", "mute", .mute(.pressed)))
    }
    if let muting = mute.item(forAuthorOf: post, settings, account) { items.append(muting) }
    if !post.isLocal {
      let title = later.contains(post.id) ? "No longer for later" : "Save for later"
      items.append(item(title, "later", .later(.pressed)))
    }
    let links = isExpanded || list.isThread ? list.bodies[post.id]?.links.count ?? 0 : 0
    if site.has(.pages) || links > 0 {
      items.append(item(links > 1 ? "Open a link…" : "Open link", "open", .links(.pressed)))
    }
    if post.pageAddress != nil {
      items.append(item("Read the article", "article", .article(.pressed)))
    }
    if site.can(.keep), post.template == .post {
      let title = keep.threads[post.id] == nil ? "Keep the thread" : "Open the kept thread"
      items.append(item(title, "keep", .keep(.pressed)))
    }
    if site.has(.pages) {
      items.append(item("Open its page", "page", .links(.pagePressed(copies: false))))
    }
    return items + [
      item("Outline", "outline", .outline(.pressed)),
      item("Copy text", "copy", .list(.copyPressed)),
    ]
  }

  /// The items while a post is being moved.
  private var putItems: [Menu.Item] {
    [
      item("Move here", nil, .moving(.pressed)),
      item("Move to top level", nil, .moving(.rootPressed)),
      item("Cancel move", nil, .moving(.released)),
    ]
  }

  /// The items for the list and the program.
  private var listItems: [Menu.Item] {
    var items: [Menu.Item] = []
    if newTarget != nil {
      let words =
        followsFeeds
        ? "Follow a feed"
        : newTarget == .newQuery
          ? "New search" : answersPost ? "Reply to the post above" : "New post"
      items.append(item(words, "new", .editor(.newPressed)))
    }
    items.append(item("Find", "find", .find(.pressed)))
    if hasAudiences {
      let other = ListScene(surroundings(at: 0)).otherList
      let words = other.prefix(1).uppercased() + other.dropFirst()
      items.append(item(words, "audience", .list(.audiencePressed)))
    }
    if !undoStack.steps.isEmpty {
      items.append(item("Undo", "undo", .moving(.undoPressed)))
    }
    return items + [
      item("Reload", "refresh", .list(.refreshPressed)), item("Keys", "help", .sheet(.helpPressed)),
      item("Quit", "quit", .quitPressed),
    ]
  }

  private func item(_ title: String, _ binding: String?, _ action: Action) -> Menu.Item {
    Menu.Item(title: title, binding: binding, action: action)
  }
}
