import SeededRandom
import Testing

@testable import FireflyApp

/// Which words of a script for a shell may be a program.
@Suite struct ScriptWordTests {
  private static let runners = CommandRunner.allCases.flatMap {
    $0.rawValue.split(separator: " ").map(String.init)
  }
  private static let plain = OwnCommand.plain.map(String.init).sorted()
  /// What stands before a command, and behind it.
  private static let places: [(before: String, after: String)] = [
    ("", ""), ("echo a; ", ""), ("echo a;", "; echo b"), ("echo \"$1\" | ", ""), ("echo a |", ""),
    ("[ a ] && ", ""), ("false || ", ""), ("echo a & ", ""), ("echo a\n  ", ""), ("(", ")"),
    ("(echo a; ", ")"), ("{ ", "; }"), ("echo \"$(", ")\""), ("echo \"$(echo a | ", ")\" b"),
    ("x=\"$(echo \"$(", ")\")\"; echo b"), ("if ", "; then echo b; fi"), ("if true; then ", "; fi"),
    ("if true; then echo a; else ", "; fi"), ("if true; then echo; elif ", "; then echo; fi"),
    ("while ", "; do echo; done"), ("until ", "; do echo; done"), ("while read x; do ", "; done"),
    ("for x in a b; do ", "; done"), ("for x do ", "; done"), ("! ", ""), ("if ! ", "; then :; fi"),
    ("A=1 ", ""), ("A=\"$1\" B='c d' ", ""), ("command ", ""), ("command -p ", ""),
    ("builtin ", ""),
    ("exec ", ""), ("env ", ""), ("env A=1 ", ""), ("nohup ", ""), ("nice -n 5 ", ""),
    ("time ", ""),
    ("timeout 5 ", ""), ("echo a | xargs ", ""), ("my-runner ", ""), ("my-runner -f echo ", ""),
    ("./echo ", ""), ("'my runner' echo ", ""), ("\"$x\" echo ", ""), ("e\"ch\"o ", ""),
    ("\\", ""), ("echo a >&2; ", ""), ("> f ", ""), ("2>>f ", ""), (">echo ", ""), ("> echo ", ""),
    ("case \"$1\" in a) ", ";; esac"), ("case \"$1\" in a) echo a;; *) ", ";; esac"),
    ("f() { ", "; }; f"), ("echo() { my-runner \"$@\"; }; echo ", ""),
    ("function echo { my-runner \"$@\"; }; echo ", ""), ("my-runner {a} echo ", ""),
    ("my-runner \"$(date)\" echo ", ""), ("cat <(", ")"), ("echo a > >(", ")"),
    ("echo a # b\n", ""), ("echo a \\\n; ", ""), ("cat <<<a; ", ""),
  ]
  /// What stands before an argument, and behind it.
  private static let arguments: [(before: String, after: String)] = [
    ("", ""), ("a ", " b"), ("\"$1\" ", ""), ("'a; b' ", " \"$2\""), ("\"$(date)\" ", " c"),
    ("a=", ""), ("--a=", ""), ("-", ""), ("a.", ".b"), ("a \\\n ", ""), ("\\; ", ""), ("> ", ""),
    ("a 2>&1 ", ""), ("\"", "\""), ("'", "'"),
  ]

  private func isRefused(_ script: String) -> Bool {
    OwnCommand(name: "x", words: ["sh", "-c", script, "--", "{title}"]).scriptProblem != nil
  }

  /// A program that runs text is none for a script, wherever a command begins.
  @Test func noCommandRunsText() {
    for (index, name) in Self.runners.enumerated() {
      let (before, after) = Self.places[index % Self.places.count]
      let script = before + name + " \"$1\"" + after
      #expect(isRefused(script), "\(script)")
    }
    for (before, after) in Self.places {
      for name in ["at", "eval", "exec", ".", "source", "trap", "/bin/sh", "python3.11"] {
        let script = before + name + " \"$1\"" + after
        #expect(isRefused(script), "\(script)")
      }
    }
  }

  /// A value is none either, behind a program that isn't one that gets others.
  @Test func noCommandIsAValue() {
    let others = ["runner", "./echo", "e\"ch\"o"]
    for (before, after) in Self.places where !others.contains(where: before.contains) {
      let script = before + "\"$1\" a" + after
      #expect(isRefused(script), "\(script)")
    }
  }

  /// The name of one is a word like others behind a program of which no argument is a program.
  @Test(arguments: plain) func argumentsAreNoCommands(_ program: String) {
    let starts = [
      "", "echo a; ", "date | ", "x=\"$1\"; ", "then ", "A=1 ", "[ \"$1\" ] && ", "! ", "a\n",
    ]
    let names = ["at", "script", "time", "env", "context", "go", "make", "watch", "find", "."]
    for (index, (before, after)) in Self.arguments.enumerated() {
      for number in [index, index + 3] {
        let start = starts[number % starts.count]
        let script = start + program + " " + before + names[number % names.count] + after
        #expect(!isRefused(script), "\(script)")
      }
    }
  }

  /// The same for scripts of several commands: one that runs text is found among all.
  @Test func oneCommandAmongMany() throws {
    var random = SplitMix(seed: 614)
    let names = Self.runners + ["eval", ".", "trap"]
    for _ in 1...300 {
      let count = Int.random(in: 1...5, using: &random)
      let commands = try (0..<count).map { _ in
        let program = try #require(Self.plain.randomElement(using: &random))
        let (before, after) = try #require(Self.arguments.randomElement(using: &random))
        let name = try #require(names.randomElement(using: &random))
        return "\(program) \(before)\(name)\(after)"
      }
      let separators = [" | ", "; ", " && ", " || ", " & ", "\n", ";", "|"]
      func script(_ commands: [String]) throws -> String {
        var next = random
        return try commands.reduce("") { text, command in
          let separator = try #require(separators.randomElement(using: &next))
          return text.isEmpty ? command : text + separator + command
        }
      }
      let all = try script(commands)
      #expect(!isRefused(all), "\(all)")
      let (before, after) = try #require(Self.places.randomElement(using: &random))
      let name = try #require(names.randomElement(using: &random))
      var others = commands
      others.insert(
        before + name + " \"$1\"" + after, at: Int.random(in: 0...count, using: &random))
      let refused = try script(others)
      #expect(isRefused(refused), "\(refused)")
    }
  }
}
