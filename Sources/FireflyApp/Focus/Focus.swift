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
  /// The menu of a post.
  case menu(Menu)
}

extension Focus {
  /// What it is, without its state.
  enum Kind {
    case lists, find, links, outline, picture, sheet, signIn, editor, conflict, dialog, menu
  }

  /// What it is.
  var kind: Kind {
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
    case .menu: .menu
    }
  }
}

/// What has the keyboard, over what it lies: the topmost takes the keys.
///
/// Of each kind there is one at a time. To set one changes it where it lies; what was not there is laid on
/// top, and nil takes it away. Each is kept by itself, so that a text that is written is changed in its
/// place and never copied.
struct FocusStack: Equatable, Sendable {
  /// What there is, the topmost last.
  private var order: [Focus.Kind] = []

  /// The search within the list.
  var find: FindState? { didSet { place(.find, isThere: find != nil) } }
  /// The question which link to open.
  var links: LinkChoice? { didSet { place(.links, isThere: links != nil) } }
  /// The outline.
  var outline: Outline? { didSet { place(.outline, isThere: outline != nil) } }
  /// The address of the picture over the whole screen.
  var picture: String? { didSet { place(.picture, isThere: picture != nil) } }
  /// The sheet to read.
  var sheet: Sheet? { didSet { place(.sheet, isThere: sheet != nil) } }
  /// The sign-in.
  var signIn: SignIn? { didSet { place(.signIn, isThere: signIn != nil) } }
  /// The card one writes on.
  var editor: EditorState? { didSet { place(.editor, isThere: isWriting) } }
  /// Two versions of a post.
  var conflict: Conflict? { didSet { place(.conflict, isThere: conflict != nil) } }
  /// A question.
  var dialog: Dialog? { didSet { place(.dialog, isThere: dialog != nil) } }

  /// The menu of a post.
  var menu: Menu? { didSet { place(.menu, isThere: menu != nil) } }

  /// Whether a card is written on, asked without a look at what is written.
  var isWriting: Bool { if case .some = editor { true } else { false } }

  /// What kind takes the keys.
  var topKind: Focus.Kind { order.last ?? .lists }

  /// What kind lies below the dialog.
  var kindBelowDialog: Focus.Kind { order.last { $0 != .dialog } ?? .lists }

  /// What takes the keys.
  var top: Focus {
    let top: Focus? =
      switch topKind {
      case .lists: nil
      case .find: find.map { .find($0) }
      case .links: links.map { .links($0) }
      case .outline: outline.map { .outline($0) }
      case .picture: picture.map { .picture(address: $0) }
      case .sheet: sheet.map { .sheet($0) }
      case .signIn: signIn.map { .signIn($0) }
      case .editor: editor.map { .editor($0) }
      case .conflict: conflict.map { .conflict($0) }
      case .dialog: dialog.map { .dialog($0) }
      case .menu: menu.map { .menu($0) }
      }
    return top ?? .lists
  }

  /// Whether something covers the whole screen.
  var coversLists: Bool {
    order.contains {
      switch $0 {
      case .outline, .picture, .sheet, .signIn, .conflict: true
      case .lists, .find, .links, .editor, .dialog, .menu: false
      }
    }
  }

  /// Lays something on top, wherever the one of its kind was.
  mutating func push(_ focus: Focus) {
    order.removeAll { $0 == focus.kind }
    switch focus {
    case .lists: break
    case .find(let it): find = it
    case .links(let it): links = it
    case .outline(let it): outline = it
    case .picture(let it): picture = it
    case .sheet(let it): sheet = it
    case .signIn(let it): signIn = it
    case .editor(let it): editor = it
    case .conflict(let it): conflict = it
    case .dialog(let it): dialog = it
    case .menu(let it): menu = it
    }
  }

  private mutating func place(_ kind: Focus.Kind, isThere: Bool) {
    if !isThere {
      order.removeAll { $0 == kind }
    } else if !order.contains(kind) {
      order.append(kind)
    }
  }
}
