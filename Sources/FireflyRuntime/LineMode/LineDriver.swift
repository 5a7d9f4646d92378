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
public final class LineDriver {
  /// A question that the next line answers, while the user writes.
  enum Prompt {
    case field(EditorField)
    /// Lines of the body so far, and the text before.
    case body([String], before: String)
    /// What to do with the text.
    case finish
  }

  /// Words for keys that a newcomer tries first, besides the names of actions, and what keys send.
  static let synonyms = [
    "exit": "q", "next": "down", "previous": "up", "\u{13}": "ctrl-s", "\u{1B}": "esc",
    "\u{1B}[A": "up", "\u{1B}[B": "down", "\u{1B}[C": "right", "\u{1B}[D": "left",
    "\u{1B}OA": "up", "\u{1B}OB": "down", "\u{1B}OC": "right", "\u{1B}OD": "left",
    "\u{1B}[5~": "pgup", "\u{1B}[6~": "pgdn", "\u{1B}[H": "home", "\u{1B}[F": "end",
  ]

  let runtime: Runtime
  private let write: ([String], @escaping @MainActor () -> Void) -> Void
  private var waiting: [String] = []
  private var hasEnded = false
  private var isStepping = false
  private var heard = Heard()
  var prompt: Prompt?
  /// Whether saving or leaving was asked for.
  var isFinishing = false
  /// Whether something was written since the last command.
  var hasAnswered = true
  /// Number of writes that are under way: a terminal may be paused.
  private var writes = 0
  /// Whether to open the next unread post once it is selected.
  private var readsOn = false
  /// Whether the size of a picture is being read.
  private var isMeasuring = false
  /// The last command.
  private var command = ""
  /// Whether the next thing to be said is that the text was saved.
  var isSaving = false
  /// Number of waiting lines that were typed before a question came up by itself: they don't answer it.
  private var unheard = 0
  /// What is being written; nil for nothing.
  private var target: DraftTarget?

  /// Creates the driver of a loop.
  ///
  /// - Parameters:
  ///   - runtime: the loop.
  ///   - write: writes lines, and then calls back.
  public init(
    _ runtime: Runtime, write: @escaping ([String], @escaping @MainActor () -> Void) -> Void
  ) {
    self.runtime = runtime
    self.write = write
    let before = runtime.onStep
    runtime.onStep = { [weak self] in
      before()
      self?.step()
    }
    step()
  }

  /// Takes a line of input.
  public func lineArrived(_ line: String) {
    waiting.append(line)
    step()
  }

  /// Whether a text is being written.
  public var isWriting: Bool { runtime.state.writingTarget != nil }

  /// The terminal has cut a line that was too long for it.
  public func lineWasCut() { say(["That line was too long for the terminal: its end is missing."]) }

  /// A line had bytes that are no letters, which `�` marks.
  public func lineHadOtherBytes(in characterSet: String) {
    say([
      "That line has bytes that are no letters in \(characterSet). Set LANG to the terminal's character set."
    ])
  }

  /// Ends the program once all commands have been answered: there is no more input.
  public func inputEnded() {
    hasEnded = true
    step()
  }

  /// Writes what is new, and carries out the next command, as soon as nothing is under way.
  private func step() {
    guard !isStepping else { return }
    isStepping = true
    defer { isStepping = false }
    while isReady {
      if let address = runtime.state.pictureToName(since: heard) { return measure(address) }
      speak()
      guard isReady else { return }
      if let action = runtime.state.actionToGoOn {
        runtime.send(action)
        continue
      }
      if readsOn {
        readsOn = false
        if let action = runtime.state.actionToReadOn {
          runtime.send(action)
          continue
        }
      }
      guard !waiting.isEmpty else {
        guard hasEnded else { return }
        // The first request may only warn that a post is still being saved.
        runtime.send(.quitPressed)
        continue
      }
      obey(waiting.removeFirst())
    }
  }

  /// Whether nothing is under way, so that the state is what the last command has led to.
  private var isReady: Bool {
    !runtime.state.isQuitting && writes == 0 && !isMeasuring && runtime.unrest.isEmpty
  }

  func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    hasAnswered = true
    writes += 1
    write(lines) { [weak self] in
      self?.writes -= 1
      self?.step()
    }
  }

  /// Learns the size of a picture that is said next.
  private func measure(_ address: String) {
    isMeasuring = true
    Task {
      let size = await runtime.pictures.size(of: address)
      heard.pictureSizes[address] = size.map { "\($0.width) by \($0.height)" } ?? ""
      isMeasuring = false
      step()
    }
  }

  private func speak() {
    let before = target
    target = runtime.state.writingTarget
    if isSaving, target == nil {
      isSaving = false
      if runtime.state.isListInFront, !runtime.state.showsError { say(["Saved."]) }
    } else if let before, target == nil, runtime.state.isListInFront {
      say([runtime.state.isKept(before) ? "Kept as a draft." : "You stopped writing."])
    }
    let sentences = runtime.state.sentences(since: &heard, at: runtime.clock.now)
    if hasAnswered, !sentences.isEmpty, runtime.state.choiceCount(at: runtime.clock.now) > 0 {
      unheard = waiting.count
    }
    say(sentences)
    if runtime.state.lineFields == nil {
      prompt = nil
      // A question over the editor may lead back to it.
      if runtime.state.writingLines == nil { isFinishing = false }
    } else if prompt == nil {
      if !isFinishing, let what = runtime.state.writingLines?.what { say([what]) }
      if isSaving { say(runtime.state.writingLines?.missing ?? []) }
      ask(isFinishing ? .finish : .field(.title))
      (isFinishing, isSaving) = (false, false)
    }
    if !hasAnswered { say([runtime.state.nothingNew(after: command)]) }
  }

  // MARK: Commands

  private func obey(_ line: String) {
    hasAnswered = false
    heard.commandBegan()
    let typed = line.trimmed
    // Where a line is text, only what keys send is a command.
    let isText = runtime.state.takesLine && typed.first?.isLetter == true
    let words = isText ? typed : Self.synonyms[typed] ?? typed
    command = words
    if unheard > 0 {
      unheard -= 1
      if prompt == nil, Int(words) != nil { return say([runtime.state.nothingNew(after: words)]) }
    }
    if let prompt { return answer(line, to: prompt) }
    // A code such as 0042 is text.
    if let number = Int(words), String(number) == words {
      if let actions = runtime.state.action(forNumber: number, at: runtime.clock.now) {
        heard.forgetPost()
        return send(actions)
      }
      guard runtime.state.takesLine else { return say(["There is no \(number) here."]) }
    }
    let key = Key(named: words) ?? runtime.state.key(ofAction: words.lowercased())
    if runtime.state.takesLine, !words.isEmpty {
      guard let key = runtime.state.key(inText: words) else { return type(words) }
      if let action = runtime.state.action(forCommand: key) { runtime.send(action) }
      return
    }
    if words.isEmpty {
      let key: Key = runtime.state.takesLine ? .enter : .down
      if let action = runtime.state.action(forCommand: key) { runtime.send(action) }
      return
    }
    if words.hasPrefix("? "),
      let lines = runtime.state.commandLines(of: String(words.dropFirst(2)).trimmed)
    {
      return say(lines)
    }
    guard let key else {
      if runtime.state.choiceCount(at: runtime.clock.now) > 0 {
        return say([runtime.state.nothingNew(after: words)])
      }
      return say([
        "No command “\(ForeignText.cleanLine(words, limit: 40))”. ? lists the commands."
      ])
    }
    switch runtime.state.question(of: key) {
    case .commands: say(runtime.state.commandLines(of: "") ?? [])
    case .place: say(runtime.state.place(at: runtime.clock.now))
    case nil:
      guard let action = runtime.state.action(forCommand: key) else {
        return say([runtime.state.nothingNew(after: words)])
      }
      // The selected post comes first.
      if AppState.readsOn(action), let own = runtime.state.actionToReadOn {
        return runtime.send(own)
      }
      readsOn = AppState.readsOn(action)
      runtime.send(action)
    }
  }

  /// Puts a line into the field of a layer.
  ///
  /// If several of its lines match, the user chooses.
  private func type(_ words: String) {
    let field = runtime.shown?.pressables.last { $0.replacement(by: words) != nil }
    send(field?.replacement(by: words) ?? [])
    if field == nil { runtime.inputArrived([.paste(words)]) }
    if runtime.state.choiceCount(at: runtime.clock.now) < 2 { runtime.inputArrived([.key(.enter)]) }
  }

  func send(_ actions: [Action]) {
    for action in actions { runtime.send(action) }
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
