import FireflyScreen

/// The styles of a text field.
public struct EditorStyle: Hashable, Sendable {
  /// The style of the text.
  public var text: Style
  /// The style of selected text.
  public var selection: Style
  /// The style of the placeholder.
  public var placeholder: Style
  /// Attributes added to marked text, such as misspelt words.
  public var marked: Attributes

  /// Creates styles.
  public init(
    text: Style, selection: Style, placeholder: Style, marked: Attributes = .underline
  ) {
    self.text = text
    self.selection = selection
    self.placeholder = placeholder
    self.marked = marked
  }
}
