/// Something that the keyboard can belong to, with its state.
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
  /// The card one writes on.
  case editor(EditorState)
  /// Two versions of a post, compared.
  case conflict(Conflict)
  /// A question.
  case dialog(Dialog)
}

/// What has the keyboard, over what it lies: the topmost takes the keys.
struct FocusStack: Equatable, Sendable {
  private var layers: [Focus] = []

  /// What takes the keys.
  var top: Focus { layers.last ?? .lists }

  /// Whether something covers the whole screen.
  var coversLists: Bool {
    layers.contains {
      switch $0 {
      case .outline, .picture, .sheet, .signIn, .conflict: true
      case .lists, .find, .links, .editor, .dialog: false
      }
    }
  }

  /// Lays something on top; of each kind there is one at a time.
  mutating func push(_ focus: Focus) {
    layers.removeAll { $0.kind == focus.kind }
    layers.append(focus)
  }

  /// The search within the list, wherever in the stack; nil takes it away.
  ///
  /// So with the others.
  var find: FindState? {
    get { layers.lazy.compactMap { if case .find(let it) = $0 { it } else { nil } }.first }
    set { replace(.find, with: newValue.map { .find($0) }) }
  }

  /// The question which link to open.
  var links: LinkChoice? {
    get { layers.lazy.compactMap { if case .links(let it) = $0 { it } else { nil } }.first }
    set { replace(.links, with: newValue.map { .links($0) }) }
  }

  /// The outline.
  var outline: Outline? {
    get { layers.lazy.compactMap { if case .outline(let it) = $0 { it } else { nil } }.first }
    set { replace(.outline, with: newValue.map { .outline($0) }) }
  }

  /// The address of the picture over the whole screen.
  var picture: String? {
    get { layers.lazy.compactMap { if case .picture(let it) = $0 { it } else { nil } }.first }
    set { replace(.picture, with: newValue.map { .picture(address: $0) }) }
  }

  /// The sheet to read.
  var sheet: Sheet? {
    get { layers.lazy.compactMap { if case .sheet(let it) = $0 { it } else { nil } }.first }
    set { replace(.sheet, with: newValue.map { .sheet($0) }) }
  }

  /// The sign-in.
  var signIn: SignIn? {
    get { layers.lazy.compactMap { if case .signIn(let it) = $0 { it } else { nil } }.first }
    set { replace(.signIn, with: newValue.map { .signIn($0) }) }
  }

  /// The card one writes on.
  var editor: EditorState? {
    get { layers.lazy.compactMap { if case .editor(let it) = $0 { it } else { nil } }.first }
    set { replace(.editor, with: newValue.map { .editor($0) }) }
  }

  /// Two versions of a post.
  var conflict: Conflict? {
    get { layers.lazy.compactMap { if case .conflict(let it) = $0 { it } else { nil } }.first }
    set { replace(.conflict, with: newValue.map { .conflict($0) }) }
  }

  /// A question.
  var dialog: Dialog? {
    get { layers.lazy.compactMap { if case .dialog(let it) = $0 { it } else { nil } }.first }
    set { replace(.dialog, with: newValue.map { .dialog($0) }) }
  }

  /// Changes the layer of a kind where it lies; without one, lays it on top.
  private mutating func replace(_ kind: Focus.Kind, with focus: Focus?) {
    let index = layers.firstIndex { $0.kind == kind }
    switch (index, focus) {
    case (let index?, let focus?): layers[index] = focus
    case (let index?, nil): layers.remove(at: index)
    case (nil, let focus?): layers.append(focus)
    case (nil, nil): break
    }
  }
}

extension Focus {
  /// What it is, without its state.
  fileprivate enum Kind {
    case lists, find, links, outline, picture, sheet, signIn, editor, conflict, dialog
  }

  fileprivate var kind: Kind {
    switch self {
    case .lists: .lists
    case .find: .find
    case .links: .links
    case .outline: .outline
    case .picture: .picture
    case .sheet: .sheet
    case .signIn: .signIn
    case .editor: .editor
    case .conflict: .conflict
    case .dialog: .dialog
    }
  }
}
