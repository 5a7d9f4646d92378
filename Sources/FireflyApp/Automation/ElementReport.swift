import FireflyScreen

/// An element of a frame, as automation clients see it.
public struct ElementReport: Hashable, Sendable, Encodable {
  /// Its name.
  public var id: String
  /// Leftmost column.
  public var x: Int
  /// Topmost row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int
  /// What can be read on it, a line a row.
  public var words: String
  /// What pressing it does, in words.
  public var does: String
  /// Whether it has a text that can be written.
  public var takesText: Bool
  /// Whether something lies over all of it, so that it can't be pressed.
  public var isCovered: Bool

  enum CodingKeys: String, CodingKey {
    case id, x, y, width, height, words, does
    case takesText = "takes_text"
    case isCovered = "is_covered"
  }
}

extension Frame {
  /// All that can be pressed, the topmost last.
  ///
  /// - `keymap`: has the words for what is done by keys as well.
  public func elementReports(_ keymap: Keymap) -> [ElementReport] {
    pressables.map { element in
      let rect = element.rect
      return ElementReport(
        id: element.id, x: rect.x, y: rect.y, width: rect.width, height: rect.height,
        words: words(in: rect), does: keymap.words(for: element.action),
        takesText: element.replacement(by: "") != nil,
        isCovered: point(of: element.id) == nil)
    }
  }

  /// What can be read in a rectangle: a line a row, without what is drawn rather than written.
  private func words(in rect: Rect) -> String {
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
  /// What an action does, in the words of the help where a key does the same.
  func words(for action: Action) -> String {
    for section in sections {
      if let binding = section.bindings.first(where: { $0.action == action }) {
        return binding.help
      }
    }
    return action.words
  }
}

extension Action {
  /// What pressing an element of this action does, where no key does just that.
  fileprivate var words: String {
    switch self {
    case .list(.cardTapped): "select the post; open or close it"
    case .list(.childIndicatorTapped): "replies, or results of a search"
    case .list(.pictureTapped): "the picture in full screen"
    case .list(.pathPressed): "back to this level"
    case .outline(.linePressed): "go to this post"
    case .dialog(.pressed): "choose this answer"
    case .dialog, .conflict(.scrolled): "nothing: answer the dialog first"
    case .menu(.pressed): "choose this item"
    case .editor(.profilePressed), .signIn(.profilePressed): "write your own profile"
    case .editor(.fieldPressed): "write here"
    case .editor(.attachment(.namePressed)): "choose this file"
    case .editor(.attachment(.pathEdited)): "the path of the picture"
    case .find(.pasted): "the text to find"
    case .signIn(.edited(.kill)): "the code; replaces the digits so far"
    case .signIn(.edited): "the e-mail"
    default: Element.unnamedAction
    }
  }
}
