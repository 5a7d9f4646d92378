/// Something that the keyboard can belong to, with its state.
///
/// Each feature has an accessor for its case, beside its state.
enum Focus: Equatable, Sendable {
  /// The lists of the explorers: always there, under everything else.
  case lists
  /// The search within the list.
  case find(FindState)
  /// The question which link to open.
  case links(LinkChoice)
  /// A branch as an outline.
  case outline(Outline)
  /// A picture over the whole screen.
  case picture(address: String)
  /// A sheet to read.
  case sheet(Sheet)
  /// The sign-in.
  case signIn(SignIn)
  /// The card that is written on.
  case editor(EditorState)
  /// Two versions of a post, compared.
  case conflict(Conflict)
  /// A question.
  case dialog(Dialog)
  /// The menu of a post.
  case menu(Menu)
}

extension Focus {
  /// Whether it covers the whole screen.
  var coversLists: Bool {
    switch self {
    case .outline, .picture, .sheet, .signIn, .conflict: true
    default: false
    }
  }
}

/// What has the keyboard, over what it lies: the topmost takes the keys.
///
/// `focus.find` is the topmost layer of its kind. To set it changes that layer where it lies, or lays a new
/// one on top; nil takes it away.
@dynamicMemberLookup
struct FocusStack: Equatable, Sendable {
  /// What lies over the lists, the topmost last.
  private(set) var layers: [Focus] = []

  /// What takes the keys.
  var top: Focus { layers.last ?? .lists }

  /// What lies below the dialogs.
  var belowDialogs: Focus { layers.last { $0.dialog == nil } ?? .lists }

  /// Whether nothing lies over the lists.
  var isEmpty: Bool { layers.isEmpty }

  /// Whether a card is written on.
  var isWriting: Bool {
    layers.contains { if case .editor = $0 { true } else { false } }
  }

  /// Whether something covers the whole screen.
  var coversLists: Bool { layers.contains(where: \.coversLists) }

  /// The state of the topmost layer of a kind; nil if there is none.
  subscript<State>(dynamicMember kind: WritableKeyPath<Focus, State?>) -> State? {
    get {
      for layer in layers.reversed() {
        if let state = layer[keyPath: kind] { return state }
      }
      return nil
    }
    _modify {
      let index = layers.lastIndex { $0[keyPath: kind] != nil }
      var state = index.flatMap { layers[$0][keyPath: kind] }
      // Taken out and put back, so that a long text is changed in its place and never copied.
      if let index { layers[index] = .lists }
      yield &state
      switch (index, state) {
      case (let index?, .some): layers[index][keyPath: kind] = state
      case (let index?, nil): layers.remove(at: index)
      case (nil, .some):
        var layer = Focus.lists
        layer[keyPath: kind] = state
        layers.append(layer)
      case (nil, nil): break
      }
    }
  }

  /// Lays something on top, even over another one of its kind.
  mutating func push(_ layer: Focus) { layers.append(layer) }

  /// Takes away all layers of a kind.
  mutating func removeAll<State>(_ kind: WritableKeyPath<Focus, State?>) {
    layers.removeAll { $0[keyPath: kind] != nil }
  }
}
