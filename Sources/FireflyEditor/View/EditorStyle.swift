import FireflyScreen

/// How a field looks.
public struct EditorStyle: Hashable, Sendable {
  /// The words.
  public var text: Style
  /// Words that are selected.
  public var selection: Style
  /// The words that say what belongs there, while nothing does.
  public var placeholder: Style
  /// What is put on top of words that are marked, such as those that are misspelt.
  public var marked: Attributes

  /// A look.
  public init(
    text: Style, selection: Style, placeholder: Style, marked: Attributes = .underline
  ) {
    self.text = text
    self.selection = selection
    self.placeholder = placeholder
    self.marked = marked
  }
}
