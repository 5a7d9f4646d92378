import FireflyCurses
import FireflyEditor
import FireflyScreen

/// A field to write in, as large as the screen but for two columns at its sides.
@MainActor
final class Writing: Scene {
  let screen: CursesScreen
  private var editor: TextEditor
  private let keys = EditorKeys()

  init(screen: CursesScreen) {
    self.screen = screen
    editor = TextEditor(width: screen.size.width - 4)
    editor.pageRows = 5
    screen.onPending = {}
  }

  func draw() -> Frame {
    var frame = Frame(size: screen.size)
    let style = EditorStyle(
      text: Style(), selection: Style(attributes: .reverse), placeholder: Style())
    EditorView(editor, style: style).draw(
      in: Rect(x: 2, y: 0, width: editor.width, height: screen.size.height), into: &frame)
    return frame
  }

  func take(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let key):
      if let command = keys.command(for: key) { editor.apply(command) }
      return key != .control("c")
    case .paste(let text): editor.apply(.paste(text))
    default: break
    }
    return true
  }
}
