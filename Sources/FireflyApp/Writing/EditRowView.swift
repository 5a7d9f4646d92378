import FireflyCore
import FireflyScreen

/// Draws the row below the edited text: hints for keys, and the number of words.
struct EditRowView {
  private let canvas: Canvas
  /// The colour of the card.
  private let background: Color
  /// Number of words in all three texts.
  private let count: Int
  /// Says which text is too long for the server; nil if none is.
  private let excess: String?
  private let isFlashing: Bool
  private let isChordBegun: Bool
  private let isPreviewed: Bool
  private let isMisspelt: Bool
  private let attachment: Attachment
  /// Whether the post can have a picture; searches of a source are saved on this machine, without one.
  private let canHavePicture: Bool
  /// Whether the server can remove a post's picture.
  private let removesPictures: Bool
  /// The axis on which the crop can be moved; nil if there is none.
  private let cropAxis: CropAxis?

  private var theme: Theme { canvas.theme }

  /// The axis of a crop.
  private enum CropAxis {
    /// Horizontal, for a wide picture.
    case across
    /// Vertical, for a high picture.
    case down
  }

  /// Creates the row of an edited card.
  init(editor: EditorState, card: CardView) {
    canvas = card.canvas
    background = card.background
    count = editor.wordCount
    excess = editor.excess(over: card.scene.writing.limits).map {
      "\($0.field.name) \($0.bytes) byte\($0.bytes == 1 ? "" : "s") too long"
    }
    isFlashing = editor.flashUntil.map { $0 > card.canvas.now } ?? false
    isChordBegun = editor.isChordBegun
    isPreviewed = editor.preview != nil
    isMisspelt = EditorField.allCases.contains { !editor[$0].marks.isEmpty }
    attachment = editor.attachment
    canHavePicture = card.scene.source == nil
    removesPictures = card.scene.serverAbilities?.removesPictures == true
    if let address = editor.attachment.address,
      case .ready(let ratio) = card.canvas.context.pictures[address], ratio != 1
    {
      cropAxis = ratio > 1 ? .across : .down
    } else {
      cropAxis = nil
    }
  }

  func draw(in row: Rect, into frame: inout Frame) {
    var style = Style(
      foreground: theme.text(alpha: theme.shades.hint, over: background),
      background: background)
    if isFlashing {
      style.foreground = theme.text
      style.attributes = [.reverse, .bold]
    }
    frame.fill(row, style: style)
    let settings = canvas.context.settings
    let isLong = excess != nil || count > settings.tunables.longWords
    let words = "\(count) word\(count == 1 ? "" : "s")"
    let context: KeyContext = isChordBegun ? .editorChord : .editor
    var x = row.x
    let hints = (isChordBegun ? chordHints : hints).compactMap { name, words, action in
      settings.keymap.keys(of: name, in: context).first.map {
        (name, Glyph.glyphs(of: canvas.symbols.label(of: $0) + " " + words), action)
      }
    }
    // The first two hints have priority over the number of words.
    let needed = hints.prefix(2).map { $0.1.displayWidth + 3 }.reduce(-2, +)
    let labels =
      excess.map { [$0, "too long"] }
      // A screen reader would speak it after every word.
      ?? (settings.screenReader ? [""] : [isLong ? words + ", long" : words, words, "\(count)"])
    let label = labels.first { needed + $0.count <= row.width } ?? labels[labels.count - 1]
    let start = row.maxX - label.count
    let dot = Glyph.glyphs(of: canvas.symbols.dot)
    for (name, words, action) in hints {
      let words = x > row.x ? dot + words : words
      guard x + words.displayWidth < start else { break }
      let end = frame.draw(words, at: Point(x: x, y: row.y), style: style)
      frame.add(
        Element("editor-\(name)", Rect(x: x, y: row.y, width: end - x, height: 1), .editor(action)))
      x = end
    }
    guard start > row.x else { return }
    if isLong, !isFlashing {
      style.foreground = theme.legible(theme.accent, over: background)
      style.attributes = .bold
    }
    frame.draw(label, at: Point(x: start, y: row.y), style: style)
  }

  /// Hints for keys, the most important first.
  private var hints: [(String, String, EditorAction)] {
    if isPreviewed {
      return [("preview", "back to editing", .previewPressed), ("save", "save", .savePressed)]
    }
    // A picture that was never sent can always be removed.
    let isRemovable =
      attachment.picture != nil || attachment.address != nil && removesPictures
    let picture: [(String, String, EditorAction)] =
      (canHavePicture ? [("picture", "picture", .attachment(.pressed))] : [])
      + (isRemovable
        ? [("remove-picture", "remove picture", .attachment(.removePressed))] : [])
    let isRemoved: [(String, String, EditorAction)] =
      attachment.canRestore
      ? [("remove-picture", "restore picture", .attachment(.removePressed))] : []
    let spelling: [(String, String, EditorAction)] =
      isMisspelt ? [("spelling", "spelling", .spelling(.suggestionsPressed))] : []
    return [("save", "save", .savePressed), ("cancel", "cancel", .cancelPressed)] + spelling
      + picture + isRemoved + [
        ("preview", "preview", .previewPressed), ("next-field", "next field", .nextFieldPressed(1)),
      ] + crop
  }

  /// Hints for the keys that move the crop.
  private var crop: [(String, String, EditorAction)] {
    switch cropAxis {
    case .across: [("crop-right", "crop", .attachment(.cropMoved(x: 1, y: 0)))]
    case .down: [("crop-down", "crop", .attachment(.cropMoved(x: 0, y: 1)))]
    case nil: []
    }
  }

  private var chordHints: [(String, String, EditorAction)] {
    [
      ("external-editor", "your own editor", .externalEditorPressed),
      ("cancel", "back", .chordLeft),
    ]
  }
}
