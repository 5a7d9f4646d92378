import FireflyCore
import FireflyEditor

// Names that automation clients can press although they are not visible (seeds 000, 001).
extension Surroundings {
  /// Returns the action of a name of the seeds in the current list; nil if it has none.
  ///
  /// - `scroll-to-TITLE`: selects the first post with that title and scrolls it to the middle.
  /// - `card-ID`: selects the card of that post and scrolls it to the middle.
  /// - `navigate-to-children-ID`: presses the child indicator of that post's card.
  package func trigger(named name: String) -> Action? {
    guard list.showsPosts else { return nil }
    if let title = name.dropping("scroll-to-") {
      let post =
        list.posts.first { $0.title == title }
        ?? list.posts.first { $0.label == title || $0.headline == title }
      return post.map { .list(.postCentered($0.id)) }
    }
    if let id = name.dropping("card-").flatMap({ Int($0) }), list.index(of: id) != nil {
      return .list(.postCentered(id))
    }
    guard let id = name.dropping("navigate-to-children-").flatMap({ Int($0) }),
      let index = list.index(of: id),
      list.posts[index].childIndicatorRoute(for: account) != nil
    else { return nil }
    return .list(.childIndicatorTapped(id))
  }
}

// Names of actions in the configuration, for what has no element.
extension Surroundings {
  /// Returns the action that a key with this binding has now; nil if no key has.
  package func action(named name: String) -> Action? {
    keyContexts.lazy.compactMap { settings.keymap.binding(named: name, in: $0)?.action }.first
  }

  /// The names of the actions that keys have now.
  package var actionNames: [String] { keyContexts.flatMap { settings.keymap.names(in: $0) } }

  /// Whether keys of the lists have an action of this name.
  package func listsHaveAction(named name: String) -> Bool {
    settings.keymap.binding(named: name) != nil
  }
}

extension Element {
  /// Returns the actions that replace an element's text after it was pressed; nil if it has no
  /// editable text.
  package func replacement(by text: String) -> [Action]? {
    func edits(_ action: (EditorCommand) -> Action) -> [Action] {
      [action(.selectAll), action(text.isEmpty ? .erase(.left) : .commit(text))]
    }
    switch action {
    case .editor(.fieldPressed): return edits { .editor(.edited($0)) }
    case .editor(.attachment(.pathEdited)): return edits { .editor(.attachment(.pathEdited($0))) }
    case .signIn(.edited(.kill)):
      // The code has no selection; the press has removed its digits.
      return [.signIn(.edited(.commit(text)))]
    case .signIn(.edited): return edits { .signIn(.edited($0)) }
    case .find(.pasted): return [.find(.erased(.everything)), .find(.pasted(text))]
    case .filter(.pasted): return [.filter(.erased(.everything)), .filter(.pasted(text))]
    default: return nil
    }
  }
}

extension String {
  /// Returns the text after a prefix; nil without the prefix, or if nothing follows.
  fileprivate func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) && count > prefix.count ? String(dropFirst(prefix.count)) : nil
  }
}
