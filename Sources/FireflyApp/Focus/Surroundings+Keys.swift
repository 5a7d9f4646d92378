import FireflyEditor
import FireflyScreen

// Maps keys to actions, depending on the focus.
extension Surroundings {
  /// Returns the action of a key; nil if it has none.
  package func action(for key: Key) -> Action? {
    let action = action(for: key, in: focus.top)
    let isOnSheet = focus.top?.isSheet == true && !focus.isFiltering
    guard key.typed != nil, isOnSheet || self.input.typingIgnoredUntil != nil else { return action }
    return action.map { .typed($0) }
  }

  private func action(for key: Key, in layer: (any FocusLayer)?) -> Action? {
    let keymap = settings.keymap
    if let layer {
      return layer.action(for: key, keymap) { action(for: key, in: focus.belowDialogs) }
    }
    if let begun = self.input.sequence { return .sequence(begun.action(for: key, keymap)) }
    let bound = listContexts.lazy.compactMap { keymap.action(for: key, in: $0) }.first
    if key == .escape, bound == .list(.backPressed) {
      if takesNoteAway { return .noteEnded }
      if closesCard { return .list(.cardPressed) }
    }
    if let digit = linkDigit(key, bound) { return .links(.digitTyped(digit)) }
    return bound ?? .unknownKeyPressed(key)
  }

  /// Returns the digit of a key with which the number of a link in the open text begins; nil for others, and for
  /// keys of the user's own.
  private func linkDigit(_ key: Key, _ bound: Action?) -> Int? {
    guard !isSpoken, let typed = key.typed, typed.isASCII,
      let digit = typed.wholeNumberValue, digit > 0,
      let text = openText, digit <= text.links.count
    else { return nil }
    if let bound, case .list(.explorerPressed) = bound { return digit }
    return bound == nil ? digit : nil
  }

  /// The text of the selected post, if it is open: its links have numbers in it.
  var openText: FormattedText? {
    guard let post = selectedPost else { return nil }
    let isOpen =
      list.isThread ? !list.isFolded(post.id) : current.position.expandedID == post.id
    return isOpen ? list.bodies[post.id] : nil
  }

  /// Whether Esc takes the note away: at the top, where it has nothing else to do.
  private var takesNoteAway: Bool { self.note != nil && self.isAtTop }

  /// Whether Esc closes the open card; the other keys that lead back, and Esc in line mode, leave its list at once.
  private var closesCard: Bool {
    !isSpoken && focus.find == nil && !list.isThread && current.navigator.depth > 0
      && current.position.selectedID == current.position.expandedID
      && list.index(of: current.position.expandedID) != nil
  }

  /// The contexts of the keys of the current list, the first ones first.
  private var listContexts: [KeyContext] {
    // While a post is being moved, the keys of a thread keep their meanings.
    (self.moving.movedPost != nil ? [.moving] : []) + (list.isThread ? [.thread] : []) + [.lists]
  }

  /// The contexts of the keys of what has the focus, the first ones first.
  var keyContexts: [KeyContext] {
    (focus.top.map { [$0.keyContext] } ?? []) + (isListInFront ? listContexts : [])
  }

  /// The context of the current bindings.
  var keyContext: KeyContext { focus.top?.keyContext ?? listContexts[0] }

  /// Whether an element reacts to the mouse.
  package func answers(_ element: Element) -> Bool {
    focus.top?.reacts(to: element.action) ?? true
  }
}
