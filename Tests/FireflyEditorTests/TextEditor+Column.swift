@testable import FireflyEditor

extension TextEditor {
  /// The column of the caret on its row, in reading order.
  var caretColumn: Int { content.column(of: caret) }
}
