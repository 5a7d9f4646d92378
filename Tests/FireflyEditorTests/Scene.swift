import FireflyEditor
import FireflyScreen
import Testing

/// An editor as one line of text: `|` is the caret, and what stands between `[` and `]` with the caret
/// at either end is selected.
struct Scene: CustomStringConvertible {
  var editor: TextEditor
  /// What the last key meant to the editor's owner.
  var outcome = EditorOutcome()

  /// An editor in which a scene stands, as if it had been typed before.
  init(_ scene: String, mode: EditorMode = .text, width: Int = 20) {
    let isSelection = scene.contains(/\[[^\[\]]*\|[^\[\]]*\]/)
    let marks: Set<Character> = isSelection ? ["|", "[", "]"] : ["|"]
    editor = TextEditor(scene.filter { !marks.contains($0) }, mode: mode, width: width)
    let caret = Self.position(of: "|", in: scene, marks)
    guard isSelection, let start = Self.position(of: "[", in: scene, marks),
      let end = Self.position(of: "]", in: scene, marks)
    else {
      editor.place(at: caret ?? editor.caret.position)
      return
    }
    editor.select(from: caret == start ? end : start, to: caret ?? start)
  }

  private static func position(
    of mark: Character, in scene: String, _ marks: Set<Character>
  ) -> TextPosition? {
    guard let index = scene.firstIndex(of: mark) else { return nil }
    let before = scene[..<index].filter { !marks.contains($0) }
    let paragraphs = before.split(separator: "\n", omittingEmptySubsequences: false)
    return TextPosition(
      paragraph: paragraphs.count - 1, offset: paragraphs.last?.utf8.count ?? 0)
  }

  var description: String {
    let caret = editor.caret
    var marks: [(TextPosition, String)] = []
    if let selection = caret.selection {
      let isAtStart = caret.position == selection.lowerBound
      marks = [
        (selection.lowerBound, isAtStart ? "[|" : "["),
        (selection.upperBound, isAtStart ? "]" : "|]"),
      ]
    } else {
      marks = [(caret.position, "|")]
    }
    var paragraphs = editor.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    for (place, mark) in marks.reversed() {
      let text = paragraphs[place.paragraph]
      let index = text.utf8.index(text.startIndex, offsetBy: place.offset)
      paragraphs[place.paragraph] = text[..<index] + mark + text[index...]
    }
    return paragraphs.joined(separator: "\n")
  }

  /// Presses keys: characters as they are, others by their names between `<` and `>`; `<paste:…>` and
  /// `<commit:…>` hand over a text.
  mutating func press(_ keys: String) throws {
    let bindings = EditorKeys()
    for token in keys.matches(of: /<([^<>]{2,})>|[\s\S]/) {
      guard let name = token.1 else {
        outcome = editor.apply(.type(String(token.0)))
        continue
      }
      if name.hasPrefix("paste:") {
        outcome = editor.apply(.paste(String(name.dropFirst(6))))
      } else if name.hasPrefix("commit:") {
        outcome = editor.apply(.commit(String(name.dropFirst(7))))
      } else {
        let key = try #require(Key(named: String(name)), "no key \(name)")
        let command = bindings.command(for: key)
        outcome = editor.apply(try #require(command, "\(name) does nothing"))
      }
    }
  }
}

/// What keys make of a scene.
func expectScene(
  _ before: String, _ keys: String, _ after: String, mode: EditorMode = .text, width: Int = 20,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var scene = Scene(before, mode: mode, width: width)
  try scene.press(keys)
  #expect("\(scene)" == after, "\(before) \(keys)", sourceLocation: sourceLocation)
}
