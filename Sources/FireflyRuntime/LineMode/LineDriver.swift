import FireflyApp
import FireflyCore
import FireflyScreen

/// Line mode: each line is a command.
///
/// It changes the same state as keys do, and what is new is written as sentences.
///
/// A command is carried out when everything before it has been answered, so that commands may also
/// come from a pipe. Nothing is written unless the user has asked for something.
@MainActor
package final class LineDriver {
  /// A question that the next line answers, while the user writes.
  enum Prompt {
    /// - Parameter isAlone: whether no other field follows.
    case field(EditorField, isAlone: Bool)
    /// Lines of the body so far, and the text before.
    case body([String], before: String)
    /// The path of a picture.
    case picture
    /// Which version of a part stays.
    case merge
    /// What to do with the text.
    case finish
  }

  /// Words for keys that a newcomer tries first, besides the names of actions, and what keys send.
  static let synonyms = [
    "exit": "q", "next": "down", "previous": "up", "\u{13}": "ctrl-s", "\u{1B}": "esc",
    "\u{0F}": "ctrl-o", "\u{14}": "ctrl-t",
    "\u{1B}[A": "up", "\u{1B}[B": "down", "\u{1B}[C": "right", "\u{1B}[D": "left",
    "\u{1B}OA": "up", "\u{1B}OB": "down", "\u{1B}OC": "right", "\u{1B}OD": "left",
    "\u{1B}[5~": "pgup", "\u{1B}[6~": "pgdn", "\u{1B}[H": "home", "\u{1B}[F": "end",
  ]

  /// What asks a terminal to mark what is pasted, and what asks it to stop.
  package static let pasteMarks = (on: PasteReader.on, off: PasteReader.off)

  let runtime: Runtime
  let write: ([String], @escaping @MainActor () -> Void) -> Void
  /// Whether a user types the lines, who may not want to wait.
  let isInteractive: Bool
  /// Whether the user is being led to another place, where the next lines are commands.
  private let isLeaving: @MainActor () -> Bool
  /// Called when what is typed must not be seen, and when it may be again.
  package var onSecret: (Bool) -> Void = { _ in }
  private var isSecret = false
  private var paste = PasteReader()
  var waiting: [TypedLine] = []
  private var hasEnded = false
  private var isStepping = false
  var heard = Heard()
  var prompt: Prompt?
  /// The field in which writing has begun.
  var firstField: EditorField?
  /// Pasted lines that a field takes as its line.
  var pasted: [String] = []
  /// Whether something was written since the last command.
  var hasAnswered = true
  /// What was said since the last command, and since the one before.
  var answer: [String] = []
  var lastAnswer: [String] = []
  /// The text for which all commands at its end were said.
  var menuTarget: DraftTarget?
  /// The state before the last command.
  var before: Surroundings?
  /// The character set in which the next line has bytes that are no letters; nil for none.
  private var unreadable: String?
  /// Whether such a line was reported.
  var hasReported = false
  /// Whether nothing is said any more.
  private var isMute = false
  /// Number of writes that are under way: a terminal may be paused.
  var writes = 0
  /// Whether the size of a picture is being read.
  var isMeasuring = false
  /// The last command.
  var command = ""
  /// Whether the next thing to be said is that the text was saved.
  var isSaving = false
  /// What had been discarded when saving was asked for.
  var discarded: PostText?
  /// Number of waiting lines that were typed before a question came up by itself: they don't answer it.
  var unheard = 0
  /// What is being written; nil for nothing.
  private var target: DraftTarget?
  /// Says that something is loading, if it takes long.
  var patience: Task<Void, Never>?

  /// Creates the driver of a loop.
  ///
  /// - Parameters:
  ///   - isInteractive: whether a user types the lines, instead of a program.
  ///   - isLeaving: returns whether the user is being led to another place.
  ///   - last: the driver of the place before, whose waiting lines are commands here; nil for none.
  ///   - write: writes lines, and then calls back.
  package init(
    _ runtime: Runtime, isInteractive: Bool = false,
    isLeaving: @escaping @MainActor () -> Bool = { false }, after last: LineDriver? = nil,
    write: @escaping ([String], @escaping @MainActor () -> Void) -> Void
  ) {
    self.runtime = runtime
    self.isInteractive = isInteractive
    self.isLeaving = isLeaving
    self.write = write
    if let last {
      (waiting, paste, hasEnded) = (last.waiting, last.paste, last.hasEnded)
      (heard.isBrief, heard.rules) = (last.heard.isBrief, last.heard.rules)
      last.waiting = []
      last.patience?.cancel()
    }
    let before = runtime.onStep
    runtime.onStep = { [weak self] in
      before()
      self?.step()
    }
    step()
    beginWaiting()
  }

  /// Takes a line of input.
  package func lineArrived(_ text: String) {
    runtime.services.activity.happened()
    var line = paste.read(text)
    (line.unreadable, unreadable) = (unreadable, nil)
    if interrupts(line) { return }
    waiting.append(line)
    step()
  }

  /// What can be read now.
  var state: Surroundings { runtime.surroundings }

  /// Whether a text is being written.
  package var isWriting: Bool { state.writingTarget != nil }

  /// The terminal has cut a line that was too long for it.
  package func lineWasCut() {
    say(["That line was too long for the terminal: its end is missing."])
  }

  /// The next line has bytes that are no letters, which `�` marks.
  package func lineHasOtherBytes(in characterSet: String) { unreadable = characterSet }

  /// Takes the lines of a text that have not been answered into its draft: nothing can be said any more.
  package func keepWaiting() {
    isMute = true
    while let line = waiting.first, state.lineFields != nil, takesText {
      waiting.removeFirst()
      obey(line)
    }
  }

  /// Whether the next line is part of a text.
  private var takesText: Bool {
    switch prompt {
    case .field, .body: true
    default: false
    }
  }

  /// Ends the program once all commands have been answered: there is no more input.
  package func inputEnded() {
    hasEnded = true
    step()
  }

  /// Writes what is new, and carries out the next command, as soon as nothing is under way.
  func step() {
    guard !isStepping else { return }
    isStepping = true
    defer { isStepping = false }
    while isReady {
      if let address = state.pictureToName(since: heard) { return measure(address) }
      speak()
      guard isReady else { return }
      if let action = state.actionToGoOn {
        runtime.send(action)
        continue
      }
      guard !waiting.isEmpty else {
        // A script's commands have time to end.
        guard hasEnded, isInteractive || state.runningCommands.isEmpty else { return }
        // The first request may only warn of what is under way.
        runtime.send(.quitPressed)
        continue
      }
      obey(waiting.removeFirst())
      beginWaiting()
    }
  }

  /// Whether nothing is under way, so that the state is what the last command has led to.
  var isReady: Bool {
    !state.isQuitting && writes == 0 && !isMeasuring && !isLeaving()
      && runtime.unrest.isEmpty
  }

  func say(_ lines: [String]) {
    guard !lines.isEmpty, !isMute else { return }
    hasAnswered = true
    answer += lines
    writes += 1
    write(lines) { [weak self] in
      self?.writes -= 1
      self?.step()
    }
  }

  private func speak() {
    let old = target
    target = state.writingTarget
    if target == nil { menuTarget = nil }
    heard.skipsText = old != nil && target == nil && state.isListInFront
    defer { heard.skipsText = false }
    if isSaving, target == nil {
      isSaving = false
      // In a conflict, it may have been discarded instead.
      if state.isListInFront, !state.showsError,
        state.discardedWords == discarded
      {
        say(["Saved."])
      }
    } else if let old, target == nil, state.isListInFront,
      before.map({ $0.discardedWords == state.discardedWords }) != false
    {
      // What was discarded or kept says a note.
      if !state.isKept(old) { say(["You stopped writing."]) }
    }
    let sentences = state.sentences(since: &heard)
    if hasAnswered, !sentences.isEmpty, state.choiceCount > 0 {
      unheard = waiting.count
    }
    say(sentences)
    if let id = heard.spoken {
      heard.spoken = nil
      send([state.actionToMarkRead(id)].compactMap(\.self))
    }
    if state.takesSecret != isSecret {
      isSecret.toggle()
      onSecret(isSecret)
    }
    if state.lineFields == nil {
      prompt = nil
    } else if prompt == nil {
      if isSaving { say(state.writingLines?.missing ?? []) }
      isSaving = false
      // A text that is written already is at its end.
      if state.pathQuestion != nil {
        ask(.picture)
      } else if old == target, state.collision != nil {
        ask(.merge)
      } else if old == target {
        ask(.finish)
      } else {
        if let what = state.writingLines?.what { say([what]) }
        firstField = state.firstLineField
        askFirst()
      }
    }
    if !hasAnswered { say([state.nothingNew(after: command, since: before)]) }
    before = nil
  }

  func send(_ actions: [Action]) {
    for action in actions { runtime.send(action) }
  }
}
