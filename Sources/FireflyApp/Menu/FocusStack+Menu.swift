import FireflyCore
import FireflyModel
import FireflyScreen

// The context menu of a post and its list.
extension FocusStack {
  mutating func reduce(_ action: MenuAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .opened(let id, let link, let point):
      let post = id.map { id in
        surroundings.list.posts.first { $0.id == id } ?? surroundings.selectedPost
      }
      let links = link.map(surroundings.linkItems) ?? []
      replace(with: Menu(links + surroundings.menuItems(for: post ?? nil), at: point))
      return [.send(.noteEnded)] + (id.map { [.send(.list(.cardPointed($0)))] } ?? [])
    case .offered(let items, let id, let bindings):
      let layout = surroundings.layout
      let rows = surroundings.lists.rowsInWindow(of: id, surroundings.context)
      let subject = rows.clamped(to: 0..<layout.list.height)
      let post = layout.list.y + subject.lowerBound..<layout.list.y + subject.upperBound
      let point = Point(x: layout.cardX + layout.indent, y: post.upperBound)
      replace(with: Menu(items, at: point, beside: post, selected: 0, bindings: bindings))
      return [.send(.noteEnded)]
    default: return update(Menu.self) { $0.reduce(action) }
    }
  }
}

extension Surroundings {
  fileprivate func linkItems(_ address: String) -> [Menu.Item] {
    [
      item(
        BodyPicture.isAddress(address) ? "Show this picture" : "Open this link",
        .links(.chosen(address))),
      item("Copy this link", .links(.copyPressed(address))),
    ]
  }

  fileprivate func menuItems(for post: Post?) -> [Menu.Item] {
    (self.moving.movedPost == nil ? post.map(items) ?? [] : putItems) + listItems
  }

  private func items(for post: Post) -> [Menu.Item] {
    let isExpanded = current.position.expandedID == post.id
    let (open, close) = list.isThread ? ("Unfold", "Fold") : ("Open", "Close")
    let isOpen = list.isThread ? !list.isFolded(post.id) : isExpanded
    var items = [
      Menu.Item(title: isOpen ? close : open, action: .list(.cardPressed))
    ]
    switch post.childIndicatorRoute(for: account) {
    case .results?: items.append(item("Results", .list(.childIndicatorPressed)))
    case .children? where post.contents != nil:
      let words = post.contents?.isFolder == true ? "Feeds" : "Entries"
      items.append(item(words, .list(.childIndicatorPressed)))
    case .children?: items.append(item("Replies", .list(.childIndicatorPressed)))
    case .firstChild?, nil: break
    }
    if site.can(.reply, on: post) { items.append(item("Reply", .editor(.replyPressed))) }
    if account.owns(post) {
      let isFeed = post.template == .profile && site.has(.subscriptions)
      if site.can(.edit, on: post) {
        items.append(item(isFeed ? "Rename" : "Edit", .editor(.editPressed)))
      }
      if post.template == .post, site.offers(.move) {
        items.append(item("Move", .moving(.pressed)))
      }
      if isFeed {
        items.append(item("Stop following…", .moving(.deletePressed)))
      } else if post.template != .profile, site.can(.delete, on: post) {
        items.append(item("Delete…", .moving(.deletePressed)))
      }
    }
    if let words = pinning(of: post) { items.append(item(words, .mark(.pressed(.pin)))) }
    if post.template != .profile, post.authorEmail?.isEmpty == false {
      items.append(item("Author's profile", .list(.profilePressed)))
    }
    if post.template == .post, !post.isLocal {
      items.append(item("Mute…", .mute(.pressed)))
    }
    if post.template == .profile, site.offers(.people) {
      items.append(item("Follow, mute or block…", .mute(.pressed)))
    }
    if let muting = self.mute.item(forAuthorOf: post, self) { items.append(muting) }
    if !post.isLocal {
      let title = self.later.contains(post.id) ? "No longer for later" : "Save for later"
      items.append(item(title, .later(.pressed)))
    }
    let links = isExpanded || list.isThread ? list.bodies[post.id]?.links.count ?? 0 : 0
    if site.has(.pages) || links > 0 {
      items.append(item(links > 1 ? "Open a link…" : "Open link", .links(.pressed)))
    }
    if post.pageAddress != nil {
      items.append(item("Read the article", .article(.pressed)))
    }
    if site.can(.keep), post.template == .post {
      let title = self.keep.threads[post.id] == nil ? "Keep the thread" : "Open the kept thread"
      items.append(item(title, .keep(.pressed)))
    }
    if site.has(.pages) {
      items.append(item("Open its page", .links(.pagePressed(copies: false))))
    }
    return items + [
      item("Outline", .outline(.pressed)),
      item("Copy text", .list(.copyPressed)),
    ]
  }

  /// The items while a post is being moved.
  private var putItems: [Menu.Item] {
    [
      item("Move here", .moving(.pressed)),
      item("Move to top level", .moving(.rootPressed)),
      item("Cancel move", .moving(.released)),
    ]
  }

  /// The items for the list and the program.
  private var listItems: [Menu.Item] {
    var items: [Menu.Item] = []
    if self.newTarget != nil {
      let words =
        self.followsFeeds
        ? "Follow a feed"
        : self.newTarget == .newQuery
          ? "New search" : self.answersPost ? "Reply to the post above" : "New post"
      items.append(item(words, .editor(.newPressed)))
    }
    items.append(item("Find", .find(.pressed)))
    if self.hasAudiences {
      let other = ListScene(self).otherList
      let words = other.prefix(1).uppercased() + other.dropFirst()
      items.append(item(words, .list(.audiencePressed)))
    }
    if !self.moving.undo.steps.isEmpty {
      items.append(item("Undo", .moving(.undoPressed)))
    }
    return items + [
      item("Reload", .list(.refreshPressed)), item("Keys", .sheet(.helpPressed)),
      item("Quit", .quitPressed),
    ]
  }

  private func item(_ title: String, _ action: Action) -> Menu.Item {
    Menu.Item(title: title, action: action)
  }
}
