import FireflyScreen

/// The styles of a text field.
package struct EditorStyle: Hashable, Sendable {
  /// The style of the text.
  package var text: Style
  /// The style of selected text.
  package var selection: Style
  /// The style of the placeholder.
  package var placeholder: Style
  /// Attributes added to marked text, such as misspelt words.
  package var marked: Attributes

  /// Creates styles.
  package init(
    text: Style, selection: Style, placeholder: Style, marked: Attributes = .underline
  ) {
    self.text = text
    self.selection = selection
    self.placeholder = placeholder
    self.marked = marked
  }
}
