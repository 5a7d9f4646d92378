import FireflyCore
import FireflyEditor
import FireflyScreen

/// A field of the text that is being written, as line mode asks for it.
package struct LineField: Equatable, Sendable {
  /// The field.
  package let field: EditorField
  /// What the template calls it, for the beginning of a sentence: “Words to search for”.
  package let name: String
  /// Its text.
  package let text: String

  /// The name in a list of fields: its first words.
  package var shortName: String {
    let words = name.prefix(1).lowercased() + name.dropFirst()
    let end = [" of ", " to ", " for ", ","].compactMap { words.firstRange(of: $0)?.lowerBound }
      .min()
    let first = words[..<(end ?? words.endIndex)]
    return String(first.hasPrefix("your ") ? first.dropFirst(5) : first)
  }
}

/// What keys do in the questions for a text, also if their names are typed as words.
package enum WritingCommand: Sendable {
  /// Save the text.
  case save
  /// Attach a picture.
  case picture
  /// Go to the next picture, on a service with accounts.
  case nextPicture
  /// Move the picture to the front of the others, on a service with accounts.
  case pictureForward
  /// Check the spelling.
  case spelling
  /// Open the user's own editor.
  case externalEditor
  /// Undo the last change.
  case undo
  /// Choose who can read it, on a service with accounts.
  case readers
  /// Add or remove its content warning.
  case warning
  /// Choose its language.
  case language
  /// Begin a poll, or choose what it has beside its options.
  case poll
  /// Stop writing.
  case cancel

  /// The action of the editor.
  package var action: Action {
    switch self {
    case .save: .editor(.savePressed)
    case .picture: .editor(.attachment(.pressed))
    case .nextPicture: .editor(.attachment(.nextPressed))
    case .pictureForward: .editor(.attachment(.orderPressed))
    case .spelling: .editor(.spelling(.suggestionsPressed))
    case .externalEditor: .editor(.externalEditorPressed)
    case .undo: .editor(.edited(.undo))
    case .readers: .editor(.readersPressed)
    case .warning: .editor(.warningPressed)
    case .language: .editor(.languagePressed)
    case .poll: .editor(.poll(.pressed))
    case .cancel: .editor(.cancelPressed)
    }
  }
}

// The texts that are written in line mode.
extension Surroundings {
  /// The fields of the open editor with their names and texts; nil if nothing is written.
  package var lineFields: [LineField]? {
    guard let editor = focus.editor, lineUse.asksForFields else { return nil }
    let (words, names) = (editor.words, editor.fieldNames)
    return [
      LineField(field: .title, name: names.title, text: words.title),
      // Instead of a summary it may be the description of the picture, or the options of the poll.
      LineField(
        field: .summary, name: names.summary,
        text: editor.hasPoll
          ? editor.summary.text.replacing("\n", with: Self.betweenOptions)
          : editor.hasDescription ? editor.summary.text : words.summary),
      LineField(field: .body, name: names.body, text: words.body),
    ].filter { editor.fields.contains($0.field) }
  }

  /// What stands between the options of a poll on one line.
  package static let betweenOptions = "; "

  /// The number of the field that has the options of the poll; nil without a poll.
  package var pollField: Int? {
    guard focus.editor?.hasPoll == true else { return nil }
    return lineFields?.firstIndex { $0.field == .summary }.map { $0 + 1 }
  }

  /// Returns pasted lines of a field as one; each is an option of a poll.
  package func line(of lines: [String], in field: EditorField) -> String {
    let gap = field == .summary && pollField != nil ? Self.betweenOptions : " "
    return lines.filter { !$0.isEmpty }.joined(separator: gap)
  }

  /// Returns the text of a field that was typed on one line.
  package func text(of words: String, in field: EditorField) -> String {
    guard field == .summary, pollField != nil else { return words }
    return words.split(separator: ";").map { String($0.trimmed) }.joined(separator: "\n")
  }

  /// Whether a feed is written: its body is its folder, a line.
  package var writesFeed: Bool { focus.editor?.form == .feed }

  /// Whether the body has only what it began with: the names of those whom it answers.
  package var isBodySuggested: Bool {
    guard let editor = focus.editor, let suggested = editor.suggested?.body else { return false }
    return !suggested.trimmed.isEmpty && editor.words.body == suggested
  }

  /// The field in which writing begins; nil if nothing is written.
  package var firstLineField: EditorField? {
    guard let editor = focus.editor else { return nil }
    return editor.fields.contains(editor.field) ? editor.field : editor.fields.first
  }

  /// Returns the command of a line in the questions for a text; nil for text.
  package func writingCommand(_ line: String) -> WritingCommand? {
    if line.lowercased() == "esc" { return .cancel }
    let isKey = ["ctrl-", "alt-"].contains { line.lowercased().hasPrefix($0) }
    guard isKey, let key = Key(named: line) else { return nil }
    let commands: [WritingCommand] = [
      .save, .picture, .nextPicture, .pictureForward, .spelling, .undo, .cancel, .readers, .warning,
      .language, .poll,
    ]
    let action = settings.keymap.action(for: key, in: .editor)
    return commands.first { $0.action == action }
  }

  /// What the question for the path of a picture says besides; nil if there is no such question.
  package var pathQuestion: (remarks: [String], isBusy: Bool)? {
    guard let line = focus.editor?.pathLine else { return nil }
    let names = line.completion?.names.joined(separator: ", ")
    return ([line.complaint, names].compactMap(\.self), line.isBusy)
  }

  /// The picture of the text that is being written, in words; nil if there is none.
  package var attachedPicture: String? {
    guard let editor = focus.editor, editor.attachment.address != nil || editor.gallery.shown != nil
    else { return nil }
    let words = editor.attachment.picture?.path ?? "as it was"
    return editor.pictureCount.map { "\($0), \(words)" } ?? words
  }

  /// Whether there are several pictures beside the text.
  package var hasSeveralPictures: Bool { focus.editor?.pictureCount != nil }

  /// Whether another picture of the text that is being written goes to its end.
  package var takesFurtherPictures: Bool {
    focus.editor?.putsPicturesInText(self.writing.fields) == true
  }

  /// The actions that say where the next picture goes: the first one is that of the post.
  package var actionsPlacingPicture: [Action] {
    let field = takesFurtherPictures ? EditorField.body : .title
    return [.editor(.fieldPressed(field, row: 0, column: 0)), .editor(.edited(.move(.textEnd)))]
  }

  /// The actions that take the picture of a text away.
  package static let actionsRemovingPicture: [Action] = [
    .editor(.attachment(.pathCancelled)), .editor(.attachment(.removePressed)),
  ]

  /// The first part of the text that is being written in which two versions differ; nil for none.
  package var collision: Collision? {
    guard lineUse.asksForFields else { return nil }
    return focus.editor.flatMap { Collision(in: $0.words) }
  }

  /// Whether a text needs a field, as far as is known.
  package func needs(_ field: EditorField) -> Bool {
    let isReply = focus.editor?.isReply == true
    return self.writing.fields.required.contains(field) && !(isReply && field == .title)
  }

  /// The actions that attach a picture by its path.
  package static func actions(attaching path: String) -> [Action] {
    [
      .editor(.attachment(.pathEdited(.selectAll))),
      .editor(.attachment(.pathEdited(.paste(path)))), .editor(.attachment(.pathAccepted)),
    ]
  }

  /// The actions that replace the text of a field of the open editor.
  package static func actions(replacing field: EditorField, by text: String) -> [Action] {
    [
      .editor(.fieldPressed(field, row: 0, column: 0)), .editor(.edited(.selectAll)),
      .editor(.edited(text.isEmpty ? .erase(.left) : .paste(text))),
    ]
  }

  /// The actions that add text at the end of a field of the open editor.
  package static func actions(appending text: String, to field: EditorField) -> [Action] {
    [
      .editor(.fieldPressed(field, row: 0, column: 0)), .editor(.edited(.move(.textEnd))),
      .editor(.edited(.paste(text))),
    ]
  }

  /// The action that begins another text where the question is which draft to continue; nil if that is not asked.
  package var actionBeginningAnother: Action? { lineUse.beginningAnother }

  /// What is written; nil for nothing.
  package var writingTarget: DraftTarget? { focus.editor?.target }

  /// Whether a text that is not open is kept as a draft.
  package func isKept(_ target: DraftTarget) -> Bool { self.writing.hasDraft(at: target) }

  /// The text that was discarded last; nil for none.
  package var discardedWords: PostText? { self.moving.undo.discarded?.words }

  /// What is written, and how much of it.
  package var writingPlace: [String] {
    let fields = lineFields ?? []
    let title = fields.first { $0.field == .title }?.text ?? ""
    let texts = fields.filter { $0.field != .title }
    let count = texts.reduce(0) { $0 + $1.text.split(whereSeparator: \.isWhitespace).count }
    let words = (title.isEmpty ? "" : "“\(title)”, ") + Counted.words(count, "word", "words")
    return [(writingLines?.what ?? "") + " \(words)."]
  }

  /// Who can read the post that is written, and how much is left, as sentences; nil unless it is for a service.
  package var writingReaders: String? {
    focus.editor.flatMap { editor in
      editor.service.map { service in
        let left = service.left(in: editor.words)
        return "To \(service.readers.words). \(Counted.words(max(0, left), "character")) left."
      }
    }
  }

  /// The language of the post that is written, as a sentence; nil unless it is for a service.
  package var writingLanguage: String? {
    focus.editor?.service.map { service in
      service.language.map { "Its language is \($0)." } ?? "No language is named."
    }
  }

  /// What the open editor writes, and what is missing in it, a line each.
  package var writingLines: (what: String, missing: [String])? {
    guard let editor = focus.editor else { return nil }
    let isFeed = writesFeed
    let what =
      switch editor.target {
      case .newPost where isFeed: "A feed to follow, in \(editor.parentTitle ?? "a folder")."
      case .newPost(nil): "A new post."
      case .newPost:
        editor.parentTitle.map { "A reply to: " + PostSentences.sentence($0) } ?? "A reply."
      case .newQuery: isFeed ? "A feed to follow." : "A new search."
      case .edit:
        switch editor.form {
        case .feed: "Your feed."
        case .folder: "Your folder of feeds."
        case .search: "Your search."
        case nil: "Your post."
        }
      case .profile: "Your profile."
      }
    let names = lineFields ?? []
    let missing = names.filter { editor.complaints[$0.field] != nil }.map {
      "\($0.name) is needed."
    }
    let writer = shownWriter.map { "As \($0)" + (site.host.map { " on \($0)" } ?? "") + "." }
    // A note may have said so.
    return (
      [what, writer, writingReaders].compactMap(\.self).joined(separator: " "),
      showsError ? [] : missing
    )
  }
}

extension EditorState {
  /// What the template calls the fields, for the beginning of a sentence.
  fileprivate var fieldNames: PostText {
    func name(_ words: String, _ field: EditorField) -> String {
      words.isEmpty ? field.name : words.prefix(1).uppercased() + words.dropFirst()
    }
    return PostText(
      title: form == .folder ? "Name of the folder" : name(placeholders.title, .title),
      summary: hasPoll
        ? "Options of the poll, with semicolons between them"
        : name(placeholders.summary, .summary),
      body: name(placeholders.body, .body))
  }
}
