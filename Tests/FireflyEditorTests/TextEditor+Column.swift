@testable import FireflyEditor

extension TextEditor {
  /// The column of the caret on its row, in reading order.
  var caretColumn: Int {
    var logical = self
    logical.reordersBidi = false
    return RowLayout(logical, row: caretRow)
      .column(of: caret.position.offset, isBehind: caret.leansBack)
  }
}
