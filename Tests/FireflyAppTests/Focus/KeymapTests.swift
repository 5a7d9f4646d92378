import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Keymap")
struct KeymapTests {
  private var bindings: [Keymap.Binding] { Keymap().sections.flatMap(\.bindings) }

  @Test(
    "The keys of the look",
    arguments: [
      (["Down", "j"], Action.moved(1)), (["Up", "k"], .moved(-1)),
      (["PgDn", "Ctrl-F"], .paged(1)), (["PgUp", "Ctrl-B"], .paged(-1)),
      (["Home", "g"], .jumpedToStart), (["End", "G"], .jumpedToEnd),
      (["Enter"], .cardEntered), (["Space"], .cardPressed),
      (["Right", "l"], .childIndicatorPressed),
      (["Left", "h", "Backspace", "Esc"], .backPressed),
      (["F1", "1"], .explorerPressed(.posts)), (["F2", "2"], .explorerPressed(.searches)),
      (["F3", "3"], .explorerPressed(.users)), (["Tab"], .nextExplorerPressed),
      (["a"], .audiencePressed), (["p"], .profilePressed), (["/"], .findPressed),
      (["n"], .nextMatchPressed(1)), (["N"], .nextMatchPressed(-1)), (["r"], .refreshPressed),
      (["o"], .linkPressed), (["y"], .copyPressed), (["t"], .outlinePressed), (["?"], .helpPressed),
      (["Ctrl-L"], .redrawPressed), (["Ctrl-Z"], .suspendPressed), (["q"], .quitPressed),
    ])
  func standard(names: [String], action: Action) throws {
    let keymap = Keymap()
    for name in names { #expect(keymap.action(for: try #require(Key(named: name))) == action) }
  }

  @Test("No key does two things, and no name stands twice")
  func conflicts() {
    let keys = bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let names = bindings.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("Every action of the user has a key, and every binding works")
  func reachable() {
    let keymap = Keymap()
    for binding in bindings {
      #expect(!binding.keys.isEmpty)
      #expect(!binding.help.isEmpty)
      for key in binding.keys { #expect(keymap.action(for: key) == binding.action) }
      #expect(keymap.keys(of: binding.name) == binding.keys)
    }
    let actions: Set<Action> = [
      .moved(1), .moved(-1), .paged(1), .paged(-1), .jumpedToStart, .jumpedToEnd, .cardEntered,
      .cardPressed, .childIndicatorPressed, .backPressed, .explorerPressed(.posts),
      .explorerPressed(.searches),
      .explorerPressed(.users), .nextExplorerPressed, .audiencePressed, .profilePressed,
      .refreshPressed, .linkPressed, .copyPressed, .findPressed, .nextMatchPressed(1),
      .nextMatchPressed(-1), .outlinePressed, .picturePressed, .helpPressed, .redrawPressed,
      .suspendPressed, .quitPressed,
    ]
    #expect(actions.isSubset(of: bindings.map(\.action)))
  }

  @Test("The mouse goes through, other keys do nothing")
  func others() {
    let event = MouseEvent(.press, at: Point(x: 1, y: 2))
    #expect(Keymap().action(for: .mouse(event)) == .mouse(event))
    #expect(Keymap().action(for: .character("ä")) == nil)
    #expect(Keymap().action(for: .paste("q")) == nil)
  }

  @Test("A key is named as the help shows it, and read again from that")
  func labels() {
    let all: [Key] =
      bindings.flatMap(\.keys)
      + [.backTab, .delete, .insert, .alt("x"), .alt("X"), .control("a"), .character("é")]
      + (1...12).map { Key.function($0) }
    for key in all { #expect(Key(named: key.label) == key, "\(key.label)") }
  }

  @Test("Other keys for a binding; those taken from another are gone there")
  func rebind() {
    var keymap = Keymap()
    #expect(keymap.rebind(["down": ["Ctrl-N", "k"], "quit": ["Ctrl-Q"]]) == [])
    #expect(keymap.action(for: .control("n")) == .moved(1))
    #expect(keymap.action(for: .character("k")) == .moved(1))
    #expect(keymap.action(for: .down) == nil)
    #expect(keymap.keys(of: "up") == [.up])
    #expect(keymap.action(for: .character("q")) == nil)
    // There is always a way out.
    #expect(keymap.action(for: .control("c")) == .quitPressed)
    #expect(keymap.action(for: .control("q")) == .quitPressed)
  }

  @Test("Ctrl-C ends the program unless it is given to something else and another key ends it")
  func wayOut() {
    var locked = Keymap()
    #expect(locked.rebind(["down": ["q", "Ctrl-C"]]) == [])
    #expect(locked.action(for: .control("c")) == .quitPressed)
    var given = Keymap()
    #expect(given.rebind(["copy": ["Ctrl-C"]]) == [])
    #expect(given.action(for: .control("c")) == .copyPressed)
    #expect(given.action(for: .character("q")) == .quitPressed)
  }

  @Test("Two bindings that want one key: one gets it, whatever the order they are told in")
  func rebindConflict() {
    var keymap = Keymap()
    let complaints = keymap.rebind(["up": ["x"], "down": ["x"]])
    #expect(complaints.map(\.binding) == ["up"])
    #expect(
      complaints.map(\.text) == ["x is given to “down” as well, which has to do without it."])
    #expect(keymap.action(for: .character("x")) == .moved(-1))
    #expect(keymap.keys(of: "down") == [])
  }

  @Test("An empty list unbinds; a name nobody knows is complained about and changes nothing")
  func complaints() {
    var keymap = Keymap()
    #expect(keymap.rebind(["copy": []]) == [])
    #expect(keymap.action(for: .character("y")) == nil)
    let complaints = keymap.rebind(
      ["dawn": ["x"], "fly": ["x"], "quit": ["Hyper-Q"], "help": ["PgUpp", "F12"]])
    let unknown = "keys do nothing of this name; firefly(1) lists the names."
    #expect(complaints.map(\.binding) == ["dawn", "fly", "help", "quit"])
    #expect(
      complaints.map(\.text) == [
        "\(unknown) Did you mean down?", unknown,
        "“PgUpp” is not the name of a key. Did you mean PgUp?",
        "“Hyper-Q” is not the name of a key.",
      ])
    #expect(keymap.action(for: .character("q")) == .quitPressed)
    #expect(keymap.keys(of: "help") == [.function(12)])
    #expect(keymap.action(for: .character("x")) == nil)
  }

  @Test("The help lists every binding under its heading, with its keys")
  func help() {
    let lines = HelpView.lines(for: Keymap())
    for section in Keymap().sections {
      #expect(lines.contains { $0.keys == section.title && $0.text.isEmpty })
    }
    for binding in bindings {
      let keys = binding.keys.map(\.label).joined(separator: " ")
      #expect(lines.contains { $0.keys == keys && $0.text == binding.help })
    }
    #expect(lines.last?.text.isEmpty == false)
  }

  @Test("The help fits its sheet: no line is cut on 80 columns")
  func helpFits() {
    var walk = Walk(Post.numbered([1]), height: 60)
    walk.press(.character("?"))
    #expect(!walk.text.contains("…"))
    for binding in bindings { #expect(walk.text.contains(binding.help)) }
  }
}
