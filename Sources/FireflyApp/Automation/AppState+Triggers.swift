import FireflyCore
import FireflyEditor

// What can be asked for by a name without being on the screen: a post need not be in view (seeds 000, 001).
extension AppState {
  /// What a name of the seeds stands for in the current list; nil if it has no meaning.
  ///
  /// - `scroll-to-TITLE`: the first post of that title is selected and moved to the middle.
  /// - `card-ID`: the card of that post is selected and moved to the middle, where it can be pressed.
  /// - `navigate-to-children-ID`: the sign at that post's card is followed.
  public func trigger(named name: String) -> Action? {
    guard list.showsPosts else { return nil }
    if let title = name.dropping("scroll-to-") {
      let post = list.posts.first { $0.title == title } ?? list.posts.first { $0.label == title }
      return post.map { .list(.postCentered($0.id)) }
    }
    if let id = name.dropping("card-").flatMap({ Int($0) }), list.index(of: id) != nil {
      return .list(.postCentered(id))
    }
    guard let id = name.dropping("navigate-to-children-").flatMap({ Int($0) }),
      let index = list.index(of: id),
      list.posts[index].childIndicatorRoute(for: account.email) != nil
    else { return nil }
    return .list(.childIndicatorTapped(id))
  }
}

extension Element {
  /// What puts a text in the place of the one that the element has, once it was pressed; nil if it has
  /// none that could be written.
  public func replacement(by text: String) -> [Action]? {
    func edits(_ action: (EditorCommand) -> Action) -> [Action] {
      [action(.selectAll), action(text.isEmpty ? .erase(.left) : .commit(text))]
    }
    switch action {
    case .editor(.fieldPressed): return edits { .editor(.edited($0)) }
    case .editor(.attachment(.pathEdited)): return edits { .editor(.attachment(.pathEdited($0))) }
    case .signIn(.edited(.kill)):
      // The boxes of the code know no selection: what stood there was taken away by the press.
      return [.signIn(.edited(.commit(text)))]
    case .signIn(.edited): return edits { .signIn(.edited($0)) }
    case .find(.pasted): return [.find(.erased(.everything)), .find(.pasted(text))]
    default: return nil
    }
  }
}

extension String {
  /// What follows a beginning; nil if it has another one, or nothing follows.
  fileprivate func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) && count > prefix.count ? String(dropFirst(prefix.count)) : nil
  }
}
