import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The user's own commands on the screen.
@Suite struct CommandKeyTests {
  private func walk(
    _ commands: [OwnCommand], body: String = "Words.", width: Int = 80, height: Int = 24
  ) -> Walk {
    var walk = Walk(
      [.numbered(1, body: body, email: "grace@example.org"), .numbered(2)], width: width,
      height: height)
    walk.state.settings.commands = commands
    _ = walk.state.settings.keymap.add(commands)
    return walk
  }

  private func command(
    _ name: String = "save", key: Character = "X", _ change: (inout OwnCommand) -> Void = { _ in }
  ) -> OwnCommand {
    var command = OwnCommand(name: name, words: ["save", "{title}"])
    command.keys = [.character(key)]
    change(&command)
    return command
  }

  private func calls(_ effects: [Effect]) -> [CommandCall] {
    effects.compactMap { if case .command(.run(let call)) = $0 { call } else { nil } }
  }

  @Test func aKeyRunsItWithTheSelectedPost() {
    var walk = walk([command()])
    let calls = calls(walk.press(.character("X")))
    #expect(calls.map(\.post?.id) == [1] && calls.first?.command.name == "save")
    // It is seen that it runs, until it has ended.
    #expect(walk.text.contains("save  n new post   1 of 2"))
    walk.perform(.command(.ended(command(), .success("one\nsaved\n"))))
    #expect(walk.text.contains("saved") && !walk.text.contains("save  n new post   1 of 2"))
    #expect(self.calls(walk.press(.down, .character("X"))).map(\.post?.id) == [2])
  }

  /// The key waits for the list, as every key that acts on a post: it never acts on one that was not seen.
  @Test func aKeyTypedAheadWaitsForTheList() {
    var walk = Walk()
    walk.state.settings.commands = [command()]
    _ = walk.state.settings.keymap.add([command()])
    walk.send(.started(at: nil))
    let action = walk.reading.action(for: .character("X"))
    #expect(action == .command(.pressed("save")))
    #expect(action.map { walk.state.defers($0, at: walk.now) } == true)
  }

  /// Leaving ends it, so the first request only says so; what begins in the meantime is said again.
  @Test(arguments: [false, true]) func leavingIsWarnedOf(beginsAnother: Bool) {
    var walk = walk([command(), command("play", key: "Y")])
    walk.press(.character("X"))
    #expect(walk.press(.character("q")).isEmpty)
    #expect(walk.text.contains("“save” is still running. Press q again to quit, which ends it."))
    #expect(!walk.state.isQuitting)
    if beginsAnother {
      walk.press(.character("Y"))
      #expect(walk.press(.character("q")).isEmpty)
    }
    #expect(walk.press(.character("q")) == [.terminal(.quit)])
  }

  @Test func theSameKeyAgainAsksWhetherToEndIt() {
    var walk = walk([command()])
    walk.press(.character("X"))
    #expect(walk.press(.character("X")).isEmpty)
    #expect(walk.text.contains("“save” is running. End it?"))
    // The safe answer first.
    walk.now += 2
    #expect(walk.press(.enter).isEmpty && walk.text.contains("save  n new post   1 of 2"))
    walk.press(.character("X"))
    walk.now += 2
    #expect(walk.press(.right, .enter) == [.cancel(.command("save"))])
    #expect(
      walk.text.contains("“save” was ended.") && !walk.text.contains("save  n new post   1 of 2"))
    // The palette does the same.
    walk.press(.character("X"))
    walk.press(.character(":"))
    walk.type("end save")
    #expect(walk.press(.enter) == [.cancel(.command("save"))])
  }

  @Test func atMostFourRunAtATime() {
    let commands = (1...5).map { command("c\($0)", key: Character("\($0 + 4)")) }
    var walk = walk(commands)
    for number in 5...8 {
      #expect(calls(walk.press(.character(Character("\(number)")))).count == 1)
    }
    #expect(calls(walk.press(.character("9"))).isEmpty)
    #expect(walk.text.contains("4 commands are running."))
    #expect(walk.text.contains("c1 +3"))
    walk.perform(.command(.ended(commands[2], .success(""))))
    #expect(calls(walk.press(.character("9"))).count == 1)
  }

  @Test func itAsksFirstWhereItShould() {
    var walk = walk([command { $0.confirms = true }])
    #expect(walk.press(.character("X")).isEmpty)
    #expect(walk.text.contains("Run “save” with “title 1”?") || walk.text.contains("Run “save”"))
    walk.now += 2
    #expect(walk.press(.enter).isEmpty, "the safe answer is first")
    walk.press(.character("X"))
    walk.now += 2
    #expect(calls(walk.press(.right, .enter)).map(\.post?.id) == [1])
  }

  @Test func ofSeveralLinksOneIsChosen() {
    let links = command { ($0.subject, $0.words) = (.link, ["save", "{link}"]) }
    var walk = walk([links], body: "[a](https://a.example/) and [b](https://b.example/).")
    #expect(walk.press(.character("X")).isEmpty)
    #expect(walk.text.contains("Open the post first"))
    walk.press(.enter)
    walk.press(.character("X"))
    #expect(walk.text.contains("Which link?"))
    let effects = walk.press(.character("2"))
    #expect(calls(effects).map(\.link) == ["https://b.example/"])
    #expect(effects.allSatisfy { if case .links = $0 { false } else { true } })
  }

  @Test func aSingleLinkIsTakenAtOnce() {
    let links = command { ($0.subject, $0.words) = (.link, ["save", "{link}"]) }
    var walk = walk([links], body: "See [a](https://a.example/).")
    walk.press(.enter)
    #expect(calls(walk.press(.character("X"))).map(\.link) == ["https://a.example/"])
  }

  @Test func itTakesItsKeyFromOthersButNotTheWayOut() {
    var keymap = Keymap()
    let losers = keymap.add([
      command("mine", key: "d"), command("out") { $0.keys = [.control("c"), .character("q")] },
    ])
    #expect(losers["mine"] == ["delete"])
    #expect(keymap.action(for: .character("d")) == .command(.pressed("mine")))
    #expect(keymap.action(for: .character("d"), in: .thread) != .moving(.deletePressed))
    let ways = Keymap().keys(of: "quit") + [.control("c")]
    #expect(ways.contains { keymap.action(for: $0) == .quitPressed })
    #expect(!keymap.names().contains("mine"))
  }

  @Test func theHelpAndThePaletteNameIt() {
    var walk = walk([command("save to wallabag")])
    walk.press(.character("?"))
    walk.press(.character("/"))
    walk.type("wallabag")
    #expect(walk.text.contains("Your commands") && walk.text.contains("save to wallabag"))
    walk.press(.escape, .escape)
    walk.now += 2
    walk.press(.character(":"))
    walk.type("wallabag")
    #expect(calls(walk.press(.enter)).count == 1)
  }

  /// One without a key, and one on two keys, are in the help, in the palette and by ear, too.
  @Test(arguments: [[], [KeySequence(named: ", w")]].map { $0.compactMap(\.self) })
  func withoutASingleKeyItIsNamed(_ sequences: [KeySequence]) {
    let friend = command("send to a friend") {
      ($0.keys, $0.sequences, $0.words) = ([], sequences, ["mail", "-s", "{title}"])
    }
    var walk = walk([friend])
    walk.press(.character("?"))
    walk.press(.character("/"))
    walk.type("friend")
    #expect(walk.text.contains("Your commands") && walk.text.contains("send to a friend"))
    walk.press(.escape, .escape)
    walk.now += 2
    walk.press(.character(":"))
    walk.type("friend")
    // What it runs, instead of the name again.
    #expect(walk.text.contains("mail -s {title}"))
    #expect(walk.text.components(separatedBy: "send to a friend").count == 2)
    walk.press(.escape)
    walk.now += 2
    for group in ["all", "your commands"] {
      #expect(
        walk.reading.commandLines(of: group)?.contains("send to a friend.") == true, "\(group)")
    }
  }

  /// By ear, a command is said to run when it does, and is ended by what is typed.
  @Test func whatIsSaidByEar() {
    let commands = (1...5).map { command("c\($0)", key: Character("\($0 + 4)")) }
    var walk = walk(commands)
    walk.state.isSpoken = true
    walk.press(.character("5"))
    #expect(!walk.text.contains("is running"))
    walk.perform(.command(.began("c1")))
    #expect(walk.text.contains("“c1” is running. end c1 ends it."))
    walk.press(.character("6"), .character("7"), .character("8"), .character("9"))
    #expect(walk.text.contains("Wait for one, or end it: end NAME."))
    // Its output is said, and is over then.
    walk.perform(
      .command(.ended(command("c1") { $0.output = .sheet }, .success("line one\nline two"))))
    #expect(walk.reading.actionToGoOn == .sheet(.closed))
  }

  /// The configuration may have changed when a key that waited is obeyed.
  @Test func aCommandThatIsGoneIsSaid() {
    var walk = walk([command()])
    walk.state.settings.commands = []
    #expect(walk.press(.character("X")).isEmpty)
    #expect(walk.text.contains("There is no command “save” any more."))
  }

  /// Its output is on a sheet that can be read at every size.
  @Test(arguments: ScreenTests.sizes)
  func itsOutputOnASheet(width: Int, height: Int) {
    let sheet = command { $0.output = .sheet }
    var walk = walk([sheet], width: width, height: height)
    walk.press(.character("X"))
    let lines = (1...300).map { "  line \($0)" }.joined(separator: "\n")
    walk.perform(.command(.ended(sheet, .success(lines))))
    #expect(walk.text.contains("line 1"))
    walk.press(.end)
    #expect(walk.text.contains("line 300"))
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  /// What a command says is not lost while something else is in front.
  @Test func itsOutputWaitsForTheLists() {
    let sheet = command { $0.output = .sheet }
    var walk = walk([sheet])
    walk.press(.character("X"))
    walk.press(.character("?"))
    walk.perform(.command(.ended(sheet, .success("one\ntwo"))))
    #expect(!walk.text.contains("two"))
    walk.press(.escape)
    #expect(walk.text.contains("one") && walk.text.contains("two"))
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  /// The question whether to end a command goes with the command.
  @Test func theQuestionGoesWithTheCommand() {
    var walk = walk([command()])
    walk.press(.character("X"), .character("X"))
    #expect(walk.text.contains("End it?"))
    walk.perform(.command(.ended(command(), .success("saved"))))
    #expect(walk.state.focus.isEmpty && walk.text.contains("saved"))
  }

  /// It is seen at every size that something runs, and a wide name does not take the bar.
  @Test(arguments: ScreenTests.sizes)
  func itIsSeenThatItRuns(width: Int, height: Int) {
    let wide = command(String(repeating: "語", count: 40))
    var walk = walk([wide], width: width, height: height)
    walk.press(.character("X"))
    let bar = walk.text.split(separator: "\n").first.map(String.init) ?? ""
    #expect(bar.contains("⠋") && bar.contains("1 of 2"), "\(bar)")
    if width >= 80 { #expect(bar.contains("語語") && bar.contains("posts")) }
  }

  /// The selection has moved while a text was loaded: what needs the terminal does not take it.
  @Test func itMeansThePostOfItsKey() {
    var walk = walk([command()])
    let calls = calls(walk.press(.character("X")))
    #expect(calls.allSatisfy { walk.state.stillMeans($0) })
    walk.press(.down)
    #expect(!calls.isEmpty && !calls.contains { walk.state.stillMeans($0) })
    walk.press(.up, .character("/"))
    #expect(!calls.contains { walk.state.stillMeans($0) })
  }

  @Test(arguments: OwnCommand.Output.allCases)
  func aFailureIsSaidWhateverIsShown(_ output: OwnCommand.Output) {
    let command = command { $0.output = output }
    var walk = walk([command])
    walk.press(.character("X"))
    walk.perform(.command(.ended(command, .failure(LoadFailure(.refused, "No such entry.")))))
    #expect(walk.text.contains("No such entry."))
  }
}
