import FireflyScreen

/// An element of a frame, as automation clients see it.
package struct ElementReport: Hashable, Sendable, Encodable {
  var id: String
  /// Leftmost column.
  var x: Int
  /// Topmost row.
  var y: Int
  /// Columns.
  var width: Int
  /// Rows.
  var height: Int
  /// The visible text, one line per row.
  var words: String
  /// The description of its action.
  var does: String
  /// Whether it has an editable text.
  var takesText: Bool
  /// Whether it can't be pressed: it is completely covered, or does not react now.
  var isCovered: Bool
}

extension Frame {
  /// Returns all elements that can be pressed, the topmost last.
  ///
  /// - Parameters:
  ///   - keymap: the keymap, whose help describes actions.
  ///   - answers: returns whether an element reacts to the mouse now.
  package func elementReports(
    _ keymap: Keymap, answers: (Element) -> Bool = { _ in true }
  ) -> [ElementReport] {
    pressables.map { element in
      let rect = element.rect
      return ElementReport(
        id: element.id, x: rect.x, y: rect.y, width: rect.width, height: rect.height,
        words: words(in: rect), does: keymap.words(for: element.action),
        takesText: element.replacement(by: "") != nil,
        isCovered: point(of: element.id).flatMap { pressable(at: $0) }.map(answers) != true)
    }
  }

  /// Returns the text in a rectangle, one line per row, without lines and blocks.
  func words(in rect: Rect) -> String {
    (rect.y..<rect.maxY).map { y in
      (rect.x..<rect.maxX).map { x in
        let glyph = self[x, y].glyph
        return glyph.isBlock || glyph.isLine ? " " : glyph.text
      }.joined().split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension Element {
  /// The fallback for an element without a description.
  static let unnamedAction = "press it"
}

extension Keymap {
  /// Returns the description of an action: that of the help if a key has the same action.
  func words(for action: Action) -> String {
    binding(of: action)?.help ?? action.words
  }
}

extension Action {
  /// The description of an element's action, if no key has the same action.
  fileprivate var words: String {
    switch self {
    case .list(.cardTapped): "select the post; open or close it"
    case .list(.childIndicatorTapped): "replies, or results of a search"
    case .list(.pictureTapped): "the picture in full screen"
    case .list(.pathPressed): "back to this level"
    case .list(.moreTapped): "a page down in the post"
    case .links(.tapped), .article(.linkPressed): "open this link"
    case .columns(.parentTapped): "back to this post"
    case .list(.postSelected): "select this post"
    case .columns(.replyTapped): "go to this reply"
    case .thread(.lineTapped), .thread(.nameTapped): "fold this branch"
    case .thread(.pressed): "as a thread, or as cards"
    case .outline(.linePressed): "go to this post"
    case .filter(.pasted): "the text of the filter"
    case .palette(.pick(.linePressed)): "do this"
    case .palette(.pick(.closed)), .links(.picker(.pick(.closed))): "close"
    case .links(.picker(.pick(.linePressed))): "link this post"
    case .dialog(.pressed): "choose this answer"
    case .dialog, .conflict(.scrolled): "nothing: answer the dialog first"
    case .menu(.pressed): "choose this item"
    case .editor(.profilePressed), .signIn(.profilePressed): "write your own profile"
    case .editor(.fieldPressed): "write here"
    case .editor(.attachment(.namePressed)): "choose this file"
    case .editor(.attachment(.pathEdited)): "the path of the picture"
    case .find(.pasted): "the text to find"
    case .signIn(.edited(.kill)): "the code; replaces the digits so far"
    case .signIn(.account(.pressed)): "use this account"
    case .signIn(.edited): "the e-mail, or the code of a page"
    default: Element.unnamedAction
    }
  }
}
