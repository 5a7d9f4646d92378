import FireflyCore
import FireflyModel

// The list of what can be muted, silenced or followed of a post.
extension MuteState {
  func offer(_ surroundings: Surroundings) -> [Effect] {
    guard let post = surroundings.mutedPost else {
      return surroundings.selectedPost == nil ? [] : [.note("This can't be muted.", inList: true)]
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
      let binding = (kind == .silenced ? "silence-" : "follow-") + what
      return Menu.Item(
        title: title, binding: binding, action: .mute(.branchPressed(kind, isThread: isThread)))
    }
    let canFollow = surroundings.site.can(.follow)
    let kinds = canFollow ? [MarkedBranches.Kind.silenced, .followed] : [.silenced]
    let branches = kinds.map { kind in
      (top == post.id ? [] : [branch(kind, isThread: false)]) + [branch(kind, isThread: true)]
    }
    let words = Menu.Item(title: "Mute words…", binding: "mute-words", action: .mute(.wordsPressed))
    let settings = surroundings.settings
    let person = item(forAuthorOf: post, settings, surroundings.account)
    let others = [person, words, shownAgain(post, settings)].compactMap(\.self)
    return branches[0] + others + branches.dropFirst().flatMap(\.self)
  }

  /// The item that shows posts with the word again for which a post is folded; nil for none.
  private func shownAgain(_ post: Post, _ settings: Settings) -> Menu.Item? {
    guard let word = settings.muted.adding(self).reason(for: post), words.contains(word) else {
      return nil
    }
    return Menu.Item(
      title: "Show “\(word.shortened(to: 30))” again", binding: "mute-words",
      action: .mute(.wordPressed(word)))
  }

  /// The item of the menu that mutes the author of a post; nil for the user's own posts.
  func item(forAuthorOf post: Post, _ settings: Settings, _ account: Account) -> Menu.Item? {
    guard let person = post.mutedName, !account.owns(post), !post.isLocal,
      !settings.muted.people.contains(person)
    else { return nil }
    let title = people.contains(person) ? "Show this person again" : "Mute this person"
    return Menu.Item(title: title, binding: "mute-person", action: .mute(.authorPressed))
  }
}

extension Muted {
  /// Adds what the user has muted by keys and in menus.
  func adding(_ state: MuteState) -> Muted {
    adding(state.people, words: state.words, branches: state.branches)
  }
}
