import FireflyApp
import FireflyCore
import FireflyScreen

// The commands of line mode.
extension LineDriver {
  func obey(_ line: TypedLine) {
    let last = answer
    (hasAnswered, answer) = (false, [])
    before = runtime.state
    let typed = line.text.trimmed
    // Where a line is text, only what keys send is a command.
    let isText = runtime.state.takesLine && (typed.first?.isLetter == true || line.isPasted)
    let words = isText ? typed : Self.synonyms[typed] ?? typed
    command = words
    if unheard > 0 {
      unheard -= 1
      if prompt == nil, Int(words) != nil { return sayNothingNew() }
    }
    if let prompt { return answer(line, to: prompt) }
    if runtime.state.takesLine { return obey(text: words, isPasted: line.isPasted) }
    if line.goesOn { return pasteArrived() }
    if !pasted.isEmpty {
      // The end of a paste that was no command; what is typed after it may be.
      pasted = []
      hasAnswered = line.isPasted || words.isEmpty
      if hasAnswered { return }
    }
    // A code such as 0042 is text.
    if let number = Int(words), String(number) == words {
      guard let actions = runtime.state.action(forNumber: number, at: runtime.clock.now) else {
        return say(["There is no \(number) here."])
      }
      // The post is read again; what lies over the list stays as it is.
      if runtime.state.isListInFront { heard.forgetPost() }
      return send(actions)
    }
    switch words.lowercased() {
    case "": return send([runtime.state.action(forCommand: .down)].compactMap(\.self))
    case "again": return say(last.isEmpty ? ["Nothing was said."] : last)
    case "where", ".": return say(runtime.state.place(heard, at: runtime.clock.now))
    case "address":
      return runtime.state.selectedAddress.map { say([$0]) }
        ?? runtime.send(.links(.pagePressed(copies: true)))
    default: break
    }
    if words.hasPrefix("? "),
      let lines = runtime.state.commandLines(of: String(words.dropFirst(2)).trimmed)
    {
      return say(lines)
    }
    guard let key = Key(named: words) ?? runtime.state.key(ofAction: words.lowercased()) else {
      if runtime.state.asksForNumber(at: runtime.clock.now) { return sayNothingNew() }
      return say([
        "No command “\(ForeignText.cleanLine(words, limit: 40))”. ? lists the commands."
      ])
    }
    obey(key)
  }

  private func obey(_ key: Key) {
    switch runtime.state.question(of: key) {
    case .commands: say(runtime.state.commandLines(of: "") ?? [])
    case .place: say(runtime.state.place(heard, at: runtime.clock.now))
    case .verbosity:
      heard.isBrief.toggle()
      say([heard.isBrief ? "Brief: place, title and author." : "In full."])
    case nil:
      guard let action = runtime.state.action(forCommand: key) else { return sayNothingNew() }
      if action == .list(.refreshPressed) { heard.reloadBegan(runtime.state) }
      // The selected post comes first.
      if AppState.readsOn(action), let own = runtime.state.actionToReadOn {
        return runtime.send(own)
      }
      readsOn = AppState.readsOn(action)
      runtime.send(action)
    }
  }

  private func sayNothingNew() {
    say([runtime.state.nothingNew(after: command, since: runtime.state)])
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
      let actions = runtime.state.action(forNumber: number, at: runtime.clock.now)
    {
      return send(actions)
    }
    let key: Key? = words.isEmpty ? .enter : isPasted ? nil : runtime.state.key(inText: words)
    guard let key else { return type(words) }
    send([runtime.state.action(forCommand: key)].compactMap(\.self))
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
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
