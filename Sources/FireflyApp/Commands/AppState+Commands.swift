import FireflyCore
import FireflyScreen

// The user's own commands.
extension AppState {
  mutating func reduceCommand(_ action: CommandAction) -> [Effect] {
    switch action {
    case .pressed(let name):
      if runningCommands.contains(name) { return askToEnd(name) }
      guard let command = settings.commands.first(where: { $0.name == name }) else {
        return [.note("There is no command “\(name)” any more.", isError: true)]
      }
      return begin(command)
    case .linkChosen(let name, let link, let id):
      guard let command = settings.commands.first(where: { $0.name == name }),
        let post = lists.knownPost(id)
      else { return [] }
      return start(CommandCall(command: command, post: post, link: link))
    case .confirmed(let call): return run(call)
    case .began(let name):
      // The screen shows it in the top bar.
      guard isSpoken, runningCommands.contains(name) else { return [] }
      return [.note("“\(name)” is running. end \(name) ends it.")]
    case .endPressed(let name):
      guard runningCommands.contains(name) else { return [] }
      runningCommands.removeAll { $0 == name }
      return [.cancel(.command(name)), .note("“\(name)” was ended.")]
    case .ended(let command, let result):
      runningCommands.removeAll { $0 == command.name }
      let end = Action.command(.endPressed(command.name))
      if focus.dialog?.buttons.contains(where: { $0.action == end }) == true { focus.dialog = nil }
      return show(result, of: command)
    }
  }

  private mutating func begin(_ command: OwnCommand) -> [Effect] {
    guard command.needsPost else { return start(CommandCall(command: command)) }
    guard let post = selectedPost, !post.isUnsaved, !post.isLocal else {
      return [.note("“\(command.name)” needs a post.", inList: true)]
    }
    guard command.subject == .link else {
      return start(CommandCall(command: command, post: post))
    }
    return chooseLink(of: post, for: command.name)
  }

  private mutating func start(_ call: CommandCall) -> [Effect] {
    guard call.command.confirms else { return run(call) }
    let subject =
      call.link?.shortened(to: 60) ?? call.post.map { "“\($0.headline.shortened(to: 40))”" }
    ask(
      Dialog(
        "Run “\(call.command.name)”\(subject.map { " with \($0)" } ?? "")?",
        [
          Dialog.Button(title: "No", action: nil),
          Dialog.Button(title: "Run it", action: .command(.confirmed(call))),
        ]))
    return []
  }

  private mutating func run(_ call: CommandCall) -> [Effect] {
    let name = call.command.name
    if runningCommands.contains(name) { return askToEnd(name) }
    guard runningCommands.count < OwnCommand.maximumRunning else {
      let way = isSpoken ? "" : "\(keyName("palette")), then "
      return [
        .note(
          "\(OwnCommand.maximumRunning) commands are running. Wait for one, or end it: \(way)end NAME.",
          isError: true)
      ]
    }
    runningCommands.append(name)
    return [.command(.run(call))]
  }

  private mutating func askToEnd(_ name: String) -> [Effect] {
    ask(
      Dialog(
        "“\(name)” is running. End it?",
        [
          Dialog.Button(title: "Let it run", action: nil),
          Dialog.Button(title: "End it", action: .command(.endPressed(name))),
        ]))
    return []
  }

  private mutating func show(
    _ result: Result<String, LoadFailure>, of command: OwnCommand
  ) -> [Effect] {
    switch result {
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let text):
      switch command.output {
      case .nothing, .terminal: return []
      case .sheet where !text.trimmed.isEmpty:
        waitingSheet = Sheet(.output(of: command.name, text))
        let done = "“\(command.name)” is done. You see what it says when you leave this."
        return focus.isEmpty ? [] : [.note(done)]
      case .note, .sheet:
        let last = text.split(whereSeparator: \.isNewline).last { !String($0).trimmed.isEmpty }
        return [.note(last.map { String($0).trimmed } ?? "“\(command.name)” is done.")]
      }
    }
  }

  /// Shows what a command has printed while something else was in front.
  mutating func showWaitingSheet() {
    guard focus.isEmpty, let sheet = waitingSheet.take() else { return }
    focus.push(sheet)
  }

  /// Whether a command would be done with the same post now as when it was requested.
  public func stillMeans(_ call: CommandCall) -> Bool {
    isListInFront && (call.post == nil || call.post?.id == selectedPost?.id)
  }

  /// What the palette offers to end.
  var commandItems: [ActionPalette.Item] {
    runningCommands.map {
      ActionPalette.Item(
        name: "end \($0)", help: "end the command, which is running", keys: [],
        action: .command(.endPressed($0)))
    }
  }
}
