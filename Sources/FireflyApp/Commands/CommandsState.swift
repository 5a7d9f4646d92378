import FireflyCore
import FireflyModel
import FireflyScreen

/// The user's own commands that run.
struct CommandsState: Equatable, Sendable {
  /// Their names, the first one first.
  private(set) var running: [String] = []
  /// What a command has printed, until nothing lies over the lists.
  var waiting: Sheet?

  mutating func reduce(_ action: CommandAction, in surroundings: Surroundings) -> [Effect] {
    let settings = surroundings.settings
    switch action {
    case .pressed(let name):
      if running.contains(name) { return askToEnd(name) }
      guard let command = settings.commands.first(where: { $0.name == name }) else {
        return [.note("There is no command “\(name)” any more.", isError: true)]
      }
      return begin(command, surroundings)
    case .linkChosen(let name, let link, let id):
      guard let command = settings.commands.first(where: { $0.name == name }),
        let post = surroundings.lists.knownPost(id)
      else { return [] }
      return start(CommandCall(command: command, post: post, link: link), surroundings)
    case .confirmed(let call): return run(call, surroundings)
    case .began(let name):
      // The screen shows it in the top bar.
      guard surroundings.isSpoken, running.contains(name) else { return [] }
      return [.note("“\(name)” is running. end \(name) ends it.")]
    case .endPressed(let name):
      guard running.contains(name) else { return [] }
      running.removeAll { $0 == name }
      return [.cancel(.command(name)), .note("“\(name)” was ended.")]
    case .ended(let command, let result):
      running.removeAll { $0 == command.name }
      return [
        .send(.dialog(.withdrawn(.command(.endPressed(command.name))))),
        .send(.command(.printed(command, result))),
      ]
    case .printed(let command, let result): return show(result, of: command, surroundings)
    }
  }

  private mutating func begin(_ command: OwnCommand, _ surroundings: Surroundings) -> [Effect] {
    guard command.needsPost else { return start(CommandCall(command: command), surroundings) }
    guard let post = surroundings.selectedPost, !post.isUnsaved, !post.isLocal else {
      return [.note("“\(command.name)” needs a post.", inList: true)]
    }
    guard command.subject == .link else {
      return start(CommandCall(command: command, post: post), surroundings)
    }
    return [.send(.links(.wanted(for: command.name)))]
  }

  private mutating func start(_ call: CommandCall, _ surroundings: Surroundings) -> [Effect] {
    guard call.command.confirms else { return run(call, surroundings) }
    let subject =
      call.link?.shortened(to: 60) ?? call.post.map { "“\($0.headline.shortened(to: 40))”" }
    let question = "Run “\(call.command.name)”\(subject.map { " with \($0)" } ?? "")?"
    return ask(question, no: "No", yes: "Run it", .confirmed(call))
  }

  private mutating func run(_ call: CommandCall, _ surroundings: Surroundings) -> [Effect] {
    let name = call.command.name
    if running.contains(name) { return askToEnd(name) }
    guard running.count < OwnCommand.maximumRunning else {
      let way = surroundings.isSpoken ? "" : "\(surroundings.keyName(.palette(.pressed))), then "
      return [
        .note(
          "\(OwnCommand.maximumRunning) commands are running. Wait for one, or end it: \(way)end NAME.",
          isError: true)
      ]
    }
    running.append(name)
    return [.command(.run(call))]
  }

  private func askToEnd(_ name: String) -> [Effect] {
    ask("“\(name)” is running. End it?", no: "Let it run", yes: "End it", .endPressed(name))
  }

  private func ask(
    _ question: String, no: String, yes: String, _ action: CommandAction
  ) -> [Effect] {
    let buttons = [
      Dialog.Button(title: no, action: nil), Dialog.Button(title: yes, action: .command(action)),
    ]
    return [.send(.dialog(.asked(Dialog(question, buttons))))]
  }

  private mutating func show(
    _ result: Result<String, LoadFailure>, of command: OwnCommand, _ surroundings: Surroundings
  ) -> [Effect] {
    switch result {
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let text):
      switch command.output {
      case .nothing, .terminal: return []
      case .sheet where !text.trimmed.isEmpty:
        waiting = Sheet(.output(of: command.name, text))
        let done = "“\(command.name)” is done. You see what it says when you leave this."
        return surroundings.focus.isEmpty ? [] : [.note(done)]
      case .note, .sheet:
        let last = text.split(whereSeparator: \.isNewline).last { !String($0).trimmed.isEmpty }
        return [.note(last.map { String($0).trimmed } ?? "“\(command.name)” is done.")]
      }
    }
  }

  /// What the palette offers to end.
  var items: [ActionPalette.Item] {
    running.map {
      ActionPalette.Item(
        name: "end \($0)", help: "end the command, which is running", keys: [],
        action: .command(.endPressed($0)))
    }
  }
}
