import FireflyApp
import FireflyCore
import FireflyScreen

// The commands of line mode.
extension LineDriver {
  func obey(_ line: TypedLine) {
    let last = answer
    (hasAnswered, answer, lastAnswer) = (false, [], last)
    before = state
    heard.readsOn = false
    if let characterSet = line.unreadable {
      say([
        hasReported
          ? "Again bytes that are no letters."
          : "This line has bytes that are no letters in \(characterSet). Set LANG to the terminal's character set."
      ])
      (hasReported, hasAnswered) = (true, false)
    }
    let typed = line.text.trimmed
    // Where a line is text, only what keys send is a command.
    let isText = state.takesLine && (typed.first?.isLetter == true || line.isPasted)
    let words = isText ? typed : Self.synonyms[typed] ?? typed
    command = words
    // A script has not heard of the draft: its words are a text of their own, and replace nothing.
    if !isInteractive, Int(words) == nil, !["esc", "q", "quit"].contains(words.lowercased()),
      let another = state.actionBeginningAnother
    {
      waiting.insert(line, at: 0)
      hasAnswered = true
      return runtime.send(another)
    }
    if unheard > 0 {
      unheard -= 1
      if prompt == nil, Int(words) != nil { return sayNothingNew() }
    }
    if let prompt { return answer(line, to: prompt) }
    let asks = state.takesDigits || state.takesLine && !state.takesSecret
    if asks, !line.isPasted, pasted.isEmpty, say(asked: words, last) { return }
    if asks, words == "?", !line.isPasted, pasted.isEmpty, !state.takesDigits {
      return sayHelpInText()
    }
    if state.takesLine {
      // The lines of a paste are one.
      guard !line.goesOn else {
        pasted.append(words)
        hasAnswered = true
        return
      }
      let (all, isPasted) = (pasted + [words], line.isPasted || !pasted.isEmpty)
      pasted = []
      return obey(text: all.filter { !$0.isEmpty }.joined(separator: " "), isPasted: isPasted)
    }
    if line.isPasted, state.asksForNumber {
      return say(["What is pasted chooses nothing."])
    }
    if line.goesOn { return pasteArrived() }
    if !pasted.isEmpty {
      // The end of a paste that was no command; what is typed after it may be.
      pasted = []
      hasAnswered = line.isPasted || words.isEmpty
      if hasAnswered { return }
    }
    // A code such as 0042 is text.
    if let number = Int(words), String(number) == words {
      guard let actions = actions(forNumber: number) else {
        return say(["There is no \(number) here."])
      }
      // The post is read again; what lies over the list stays as it is.
      if state.isListInFront { heard.forgetPost() }
      return choose(actions)
    }
    // More digits than a number can have.
    if words.count > 15, words.first != "0", words.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return say(["There is no \(ForeignText.cleanLine(words, limit: 40)) here."])
    }
    switch words.lowercased() {
    case "": return send([state.actionOfEmptyLine].compactMap(\.self))
    case "address": return sayAddress()
    case "q" where words == "q" && !state.isListInFront,
      "quit" where !state.isListInFront:
      return runtime.send(.quitPressed)
    default: if say(asked: words, last) { return }
    }
    if words.hasPrefix("? "),
      let lines = state.commandLines(of: String(words.dropFirst(2)).trimmed)
    {
      return say(lines)
    }
    if words.count > 1, words.first == "/", let find = Key(named: "/") {
      obey(find)
      if state.takesLine { obey(text: String(words.dropFirst()), isPasted: false) }
      return
    }
    if let action = state.action(withoutKey: words) { return runtime.send(action) }
    guard let key = Surroundings.key(named: words) ?? state.key(ofAction: words.lowercased())
    else {
      if state.asksForNumber { return sayNothingNew() }
      return sayUnknown()
    }
    obey(key)
  }

  /// Says what the user asks line mode itself: where they are, or the last answer again.
  ///
  /// - Returns: whether it was that.
  func say(asked words: String, _ last: [String]) -> Bool {
    switch words.lowercased() {
    case "again": say(last.isEmpty ? ["Nothing was said."] : last)
    case "where", ".": sayPlace()
    default: return false
    }
    return true
  }

  /// Says what lines are where they are text.
  func sayHelpInText() {
    say([
      "Here a line is text, but where, again and ? are not, unless they stand in quotes. esc stops."
    ])
  }

  private func sayPlace() {
    say(state.place(heard))
    if state.isListInFront { heard.placeSaid(state) }
  }

  private func actions(forNumber number: Int) -> [Action]? {
    state.action(forNumber: number, heard: heard)
  }

  /// Does what a number stands for.
  private func choose(_ actions: [Action]) {
    let question = state.question(ofChoice: actions)
    let isAddress = state.asksForAddress(actions)
    guard question != nil || isAddress else { return send(actions) }
    // An action of line mode, chosen by its name.
    runtime.send(.palette(.pick(.closed)))
    heard.layerClosed()
    if isAddress { sayAddress() } else if let question { answer(question) }
  }

  private func sayUnknown() {
    let way = state.isListInFront ? "" : " esc leads back to the posts."
    say(["No command “\(ForeignText.cleanLine(command, limit: 40))”. ? lists the commands.\(way)"])
  }

  /// Says the address that the selected post is about, or that of its page.
  private func sayAddress() {
    if let address = state.selectedAddress { return say([address]) }
    runtime.send(.links(.pagePressed(copies: true)))
  }

  private func obey(_ key: Key) {
    if let question = state.question(of: key) { return answer(question) }
    guard let action = state.action(forCommand: key) else { return sayNothingNew() }
    switch action {
    case .unknownKeyPressed, .suspendPressed, .redrawPressed, .sequence: return sayUnknown()
    case .list(.copyPressed): return sayAddress()
    case .list(.refreshPressed): heard.reloadBegan()
    default: break
    }
    if let opening = state.openingMatch(by: action) {
      heard.forgetPost()
      return send(opening)
    }
    heard.readsOn = Surroundings.readsOn(action)
    runtime.send(action)
  }

  private func answer(_ question: Surroundings.Question) {
    switch question {
    case .commands: say(state.commandLines(of: "") ?? [])
    case .place: sayPlace()
    case .verbosity:
      heard.isBrief.toggle()
      say([heard.isBrief ? "Brief: place, title and author." : "In full."])
    }
  }

  private func sayNothingNew() {
    say([state.nothingNew(after: command, since: state)])
  }

  /// Says once that a paste of several lines does nothing: its lines could be commands.
  private func pasteArrived() {
    hasAnswered = true
    if pasted.isEmpty { say(["Pasted lines are not commands. n begins a post."]) }
    pasted.append("")
  }

  // MARK: Lines that are text

  /// Handles a line where a layer takes text, as for finding.
  private func obey(text words: String, isPasted: Bool) {
    if !isPasted, let number = Int(words), String(number) == words,
      let actions = actions(forNumber: number)
    {
      return choose(actions)
    }
    let key: Key? = words.isEmpty ? .enter : isPasted ? nil : state.key(inText: words)
    guard let key else { return type(isPasted ? words : Surroundings.text(of: words)) }
    send([state.action(forCommand: key)].compactMap(\.self))
  }

  /// Puts a line into the field of a layer.
  ///
  /// If several of its lines match, the user chooses.
  private func type(_ words: String) {
    let field = runtime.shown?.pressables.last {
      // A text that is being written lies behind the question.
      if case .editor = $0.action { return false }
      return $0.replacement(by: words) != nil
    }
    send(field?.replacement(by: words) ?? [])
    if field == nil { runtime.inputArrived([.paste(words)]) }
    switch state.choiceCount {
    case 0: if state.entersText { runtime.inputArrived([.key(.enter)]) }
    case 1: choose(actions(forNumber: 1) ?? [])
    default: break
    }
  }
}
