import FireflyCore
import FireflyModel

// The list of what can be muted, silenced or followed of a post.
extension MuteState {
  func offer(_ surroundings: Surroundings) -> [Effect] {
    if surroundings.mutedProfile != nil { return [.send(.person(.pressed))] }
    guard let post = surroundings.mutedPost else {
      guard let post = surroundings.selectedPost else { return [] }
      let follow = surroundings.followSentence
      let (key, name) = (surroundings.keyName(.mute(.pressed)), surroundings.site.post.one)
      let words =
        switch post.contents {
        case let contents? where follow.isEmpty:
          contents.isFolder
            ? "A folder can't be muted. \(key) on an \(name) mutes its feed."
            : "\(key) on an \(name) mutes this feed."
              + surroundings.keySentence(.moving(.deletePressed), "unfollows it.")
        default: "This can't be muted." + follow
        }
      return [.note(words, inList: true)]
    }
    return [.send(.menu(.offered(items(of: post, surroundings), below: post.id, .mute)))]
  }

  private func items(of post: Post, _ surroundings: Surroundings) -> [Menu.Item] {
    let top = surroundings.threadTop(of: post)
    func branch(_ kind: MarkedBranches.Kind, isThread: Bool) -> Menu.Item {
      let isOn = isMarked(isThread ? top ?? post.id : post.id, as: kind)
      let what = isThread ? "thread" : "branch"
      let title =
        switch (kind, isOn) {
        case (.silenced, false): "Silence this \(what)"
        case (.silenced, true): "No longer silence this \(what)"
        case (.followed, false): "Follow this \(what)"
        case (.followed, true): "No longer follow this \(what)"
        }
      return Menu.Item(
        title: title, action: .mute(.branchPressed(kind, isThread: isThread)))
    }
    let canFollow = surroundings.site.can(.follow)
    let kinds = canFollow ? [MarkedBranches.Kind.silenced, .followed] : [.silenced]
    // An entry of a feed without comments will have none.
    let isAlone = post.feedID != nil && !post.hasChildren
    let branches = kinds.map { kind in
      isAlone
        ? []
        : (top == post.id ? [] : [branch(kind, isThread: false)]) + [branch(kind, isThread: true)]
    }
    let words = Menu.Item(title: "Mute words…", action: .mute(.wordsPressed))
    let person = item(forAuthorOf: post, surroundings)
    let others = [
      person, onServer(post, surroundings), words, shownAgain(post, surroundings.settings),
    ].compactMap(\.self)
    return branches[0] + others + branches.dropFirst().flatMap(\.self)
  }

  /// The item that asks what to do with the author of a post on the server; nil where nothing can be done.
  private func onServer(_ post: Post, _ surroundings: Surroundings) -> Menu.Item? {
    guard surroundings.site.offers(.people), !surroundings.account.owns(post),
      post.authorEmail?.isEmpty == false
    else { return nil }
    let place = surroundings.site.name.shortened(to: 30)
    return Menu.Item(
      title: "Follow, mute or block on \(place)…", action: .person(.pressed))
  }

  /// The item that shows posts with the word again for which a post is folded; nil for none.
  private func shownAgain(_ post: Post, _ settings: Settings) -> Menu.Item? {
    guard let word = settings.muted.adding(self).reason(for: post), words.contains(word) else {
      return nil
    }
    return Menu.Item(
      title: "Show “\(word.shortened(to: 30))” again",
      action: .mute(.wordPressed(word)))
  }

  /// The item of the menu that mutes the author of a post; nil for the user's own posts.
  func item(forAuthorOf post: Post, _ surroundings: Surroundings) -> Menu.Item? {
    guard let person = post.mutedName, !surroundings.account.owns(post), !post.isLocal,
      !surroundings.settings.muted.people.contains(person)
    else { return nil }
    let place = surroundings.site.offers(.people) ? " on this machine" : ""
    let author = post.template == .profile ? post.cardTitle : post.byline ?? person
    let name = author.shortened(to: 24)
    let title = people.contains(person) ? "Show \(name) again" : "Mute \(name)"
    return Menu.Item(title: title + place, action: .mute(.authorPressed))
  }
}

extension Muted {
  /// Adds what the user has muted by keys and in menus.
  func adding(_ state: MuteState) -> Muted {
    adding(state.people, words: state.words, branches: state.branches)
  }
}
