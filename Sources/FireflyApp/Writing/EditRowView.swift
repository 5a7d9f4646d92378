import FireflyCore
import FireflyScreen

/// Draws the row below the edited text: hints for keys, and the number of words.
struct EditRowView {
  let editor: EditorState
  let card: CardView

  private var canvas: Canvas { card.canvas }

  /// A short text needs no count.
  private static let countedWords = 50

  /// A hint: the words after the key, and what it does.
  private typealias Hint = (words: String, action: EditorAction)

  func draw(in row: Rect, into frame: inout Frame) {
    let isFlashing = editor.flashUntil.map { $0 > canvas.now } ?? false
    var style = canvas.hint(over: card.background)
    if isFlashing {
      style.foreground = canvas.theme.text
      style.attributes = [.reverse, .bold]
    }
    frame.fill(row, style: style)
    let settings = canvas.context.settings
    let count = editor.wordCount
    let left = editor.service?.left(in: editor.words)
    let isLong =
      left.map { $0 <= 20 } ?? (excess != nil || count > settings.tunables.longWords)
    let words = Counted.words(count, "word")
    var hints = hints.compactMap { words, action in
      canvas.namedHint(.editor(action), words).map { ($0.name, Glyph.glyphs(of: $0.text), action) }
    }
    let labels =
      left.map { ["\($0) left", "\($0)"] }
      ?? excess.map { [$0, "too long"] }
      // A screen reader would speak it after every word.
      ?? (settings.screenReader || count < Self.countedWords
        ? [""] : [isLong ? words + ", long" : words, words, "\(count)"])
    let shortest = labels[labels.count - 1]
    // Who may read it, in the first hint, is more important than who writes, and that than the number of words.
    let first = hints.first?.1.displayWidth ?? 0
    let room = row.width - first - 4 - (isLong ? shortest.count : 0)
    var writer = Glyph.glyphs(of: room < 4 ? "" : writer(room: room))
    let isUsual = hints.prefix(2).map(\.2) == [.savePressed, .cancelPressed]
    let narrow = isUsual ? narrowHints(in: row.width) : nil
    if let narrow {
      (hints[0].1, hints[1].1, writer) = (narrow.save, narrow.leave, [])
    }
    let written = writer.isEmpty ? 0 : writer.displayWidth + 3
    // The first two hints have priority over the number of words.
    let needed = hints.prefix(2).map { $0.1.displayWidth + 3 }.reduce(-2, +) + written
    let isCrowded =
      !isLong && (narrow != nil || written > 0 && written + first + shortest.count >= row.width)
    // Of a post for others, its readers and the keys are more important than the number.
    let isForOthers = editor.service?.isChange == false
    var label =
      labels.first { needed + $0.count < row.width + ($0.isEmpty ? 1 : 0) }
      ?? (isCrowded || isForOthers ? "" : shortest)
    // Who may read it is never dropped: the count goes first.
    if let short = shortHints(
      of: hints.map { ($0.1, $0.2) }, behind: writer, before: label, in: row.width)
    {
      writer = short.readers
      let room = row.width - short.columns
      label = labels.first { $0.count < room } ?? ""
      for (index, words) in short.hints.enumerated() { hints[index].1 = words }
    }
    let start = row.maxX - label.count
    // Nothing stands behind the last hint.
    let end = label.isEmpty ? start + 1 : start
    let dot = Glyph.glyphs(of: canvas.symbols.dot)
    var x = row.x
    if !writer.isEmpty, x + writer.displayWidth < start {
      var bold = style
      bold.attributes.formUnion(.bold)
      x = frame.draw(writer, at: Point(x: x, y: row.y), style: bold)
    }
    for (name, words, action) in hints {
      let words = x > row.x ? dot + words : words
      guard x + words.displayWidth < end else { break }
      x = frame.draw(
        words, at: Point(x: x, y: row.y), style: style, pressing: "editor-\(name)",
        .editor(action))
    }
    guard start > row.x else { return }
    if isLong, !isFlashing {
      style.foreground = canvas.theme.legible(canvas.theme.accent, over: card.background)
      style.attributes = .bold
    }
    frame.draw(label, at: Point(x: start, y: row.y), style: style)
  }

  /// Returns the first two hints for a row that has no room for them, also beside who writes: the first one names the
  /// writer, and the second one may be its key alone; nil elsewhere.
  private func narrowHints(in width: Int) -> (save: [Glyph], leave: [Glyph])? {
    guard let service = editor.service, !service.isChange else { return nil }
    let name = card.scene.writer
    func hint(_ action: EditorAction, _ words: String) -> [Glyph] {
      Glyph.glyphs(of: (canvas.keyHint(.editor(action), words) ?? "").trimmed)
    }
    func room(_ name: String?, _ leave: [Glyph]) -> Int {
      let save = hint(.savePressed, service.verb(editor.words, by: name))
      return width - save.displayWidth - leave.displayWidth - 4
    }
    let leave = hint(.cancelPressed, "leave")
    guard room(nil, leave) < (name.map { $0.displayWidth + 3 } ?? 0) else { return nil }
    for leave in [leave, hint(.cancelPressed, "")] {
      let left = room(name == nil ? nil : "", leave)
      guard left >= min(4, name?.displayWidth ?? 0) else { continue }
      let verb = service.verb(editor.words, by: name?.shortened(to: left))
      return (hint(.savePressed, verb), leave)
    }
    return nil
  }

  /// Returns in one word who may read it, and the first hints with as many words as fit, where the hint that sends it
  /// has no room; nil elsewhere.
  private func shortHints(
    of hints: [(words: [Glyph], action: EditorAction)], behind writer: [Glyph],
    before label: String, in width: Int
  ) -> (readers: [Glyph], hints: [[Glyph]], columns: Int)? {
    guard let service = editor.service, !service.isChange else { return nil }
    let before = writer.isEmpty ? 0 : writer.displayWidth + 3
    let first = Array(hints.prefix(2))
    let key = first.map { Glyph.glyphs(of: canvas.keyHint(.editor($0.action), "")?.trimmed ?? "") }
    if let saving = hints.firstIndex(where: { $0.action == .savePressed }) {
      let needed = hints[...saving].reduce(before - 3) { $0 + $1.words.displayWidth + 3 }
      // How to leave may be its key alone.
      let leaving = saving == 0 && key.count > 1 ? key[1].displayWidth + 3 : 0
      if needed + leaving < width - label.count { return nil }
    }
    let readers = Glyph.glyphs(of: service.shortReaders(of: editor.words))
    let whole = first.map { hint in
      hint.action == .savePressed
        ? Glyph.glyphs(of: canvas.keyHint(.editor(.savePressed), "post") ?? "") : hint.words
    }
    func columns(_ hints: [[Glyph]]) -> Int {
      hints.reduce(readers.displayWidth) { $0 + $1.displayWidth + 3 }
    }
    let choices: [[[Glyph]]] = [whole, Array(whole.prefix(1) + key.dropFirst()), key]
    let chosen = choices.first { columns($0) < width } ?? key
    return (readers, chosen, columns(chosen))
  }

  /// Who writes, and on a Firefly server that is not the user's own where, in some columns: what the bar above doesn't
  /// say.
  private func writer(room: Int) -> String {
    let bar = TopBarView(scene: card.scene, canvas: canvas)
    func unsaid(_ name: String?) -> String? { name.flatMap { bar.says($0) ? nil : $0 } }
    guard let host = card.scene.site.host else {
      return card.scene.writer?.shortened(to: min(24, room)) ?? ""
    }
    let writer = unsaid(bar.writer)?.shortened(to: min(24, room))
    guard let host = unsaid(host) else { return writer ?? "" }
    let both = [writer, host].compactMap(\.self).joined(separator: " on ")
    return both.count <= room - 8 ? both : host.shortened(to: room)
  }

  /// Says which text is too long for the server; nil if none is.
  private var excess: String? {
    editor.excess(over: card.scene.writing.fields.limits).map {
      "\($0.field.name) \(Counted.words($0.bytes, "byte")) too long"
    }
  }

  /// Hints for keys, the most important first.
  private var hints: [Hint] {
    if editor.isChordBegun {
      return [
        ("your own editor", .externalEditorPressed),
        ("back", .chordLeft),
      ]
    }
    if editor.preview != nil {
      return [("back to editing", .previewPressed), (editor.savingVerb, .savePressed)]
        + (editor.previewedPictures.isEmpty
          ? [] : [("show pictures", .attachment(.pressed))])
    }
    let save: EditorAction = editor.isSavedByEnter ? .edited(.newline) : .savePressed
    var hints: [Hint] = [(editor.savingVerb, save), ("leave", .cancelPressed)]
    if let count = editor.pictureCount {
      hints += [(count, .attachment(.nextPressed)), ("forward", .attachment(.orderPressed))]
    }
    let isAlone = editor.isReply && editor.shownFields == [.body]
    // What is not drawn can be reached by it only.
    if isAlone { hints.append(("title", .nextFieldPressed(-1))) }
    if let service = editor.service {
      hints += editor.hasPoll ? [] : [("picture", .attachment(.pressed))]
      let language = (service.language ?? "language", EditorAction.languagePressed)
      hints.append(service.isChange ? language : ("readers", .readersPressed))
      hints.append((service.hasWarning ? "no warning" : "warning", .warningPressed))
      // Of one that is there, a row of its own says so.
      if service.fields.polls != nil, !editor.hasPoll, editor.gallery.shown == nil {
        hints.append(("poll", .poll(.pressed)))
      }
      if !service.isChange { hints.append(language) }
    }
    if EditorField.allCases.contains(where: { !editor[$0].marks.isEmpty }) {
      hints.append(("spelling", .spelling(.suggestionsPressed)))
    }
    if editor.parts.contains(.picture), editor.service == nil {
      let isForText = editor.putsPicturesInText(card.scene.writing.fields)
      hints.append((isForText ? "picture in text" : "picture", .attachment(.pressed)))
    }
    let attachment = editor.attachment
    // A picture that was never sent can always be removed.
    let isRemovable =
      attachment.picture != nil || editor.gallery.shown != nil
      || attachment.address != nil && card.scene.site.extensions?.removesPictures == true
    if isRemovable || editor.canRestorePicture {
      let words =
        isRemovable && editor.gallery.removed == nil ? "remove picture" : "restore picture"
      hints.append((words, .attachment(.removePressed)))
    }
    if editor.fields.contains(.body), editor.service?.fields.takesMarkdown != false,
      editor.form != .feed
    {
      hints.append(("preview", .previewPressed))
    }
    if isAlone {
      // It stands above.
    } else if editor.isReply, editor.field == editor.fields.last {
      hints.append(("title and summary", .nextFieldPressed(-1)))
    } else if editor.fields.count > 1 {
      hints.append(("next field", .nextFieldPressed(1)))
    }
    if editor.takesCrop, let address = attachment.address,
      case .ready(let ratio) = canvas.context.pictures[address], ratio != 1
    {
      // Only the longer side can be cropped.
      hints.append(
        ratio > 1
          ? ("crop", .attachment(.cropMoved(x: 1, y: 0)))
          : ("crop", .attachment(.cropMoved(x: 0, y: 1))))
    }
    if editor.form == nil,
      let second = canvas.keyHint(.editor(.externalEditorPressed), "your own editor")
    {
      hints.append((second, .chordBegun))
    }
    return hints
  }
}
