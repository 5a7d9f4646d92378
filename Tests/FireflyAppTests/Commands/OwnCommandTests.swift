import Testing

@testable import FireflyApp

/// The words of the user's own commands.
@Suite struct OwnCommandTests {
  private func command(_ words: String...) -> OwnCommand { OwnCommand(name: "save", words: words) }

  private func filled(
    _ command: OwnCommand, _ values: [OwnCommand.Value: String]
  ) -> Result<[String], OwnCommand.Problem> {
    do throws(OwnCommand.Problem) {
      return .success(try command.filled(values))
    } catch {
      return .failure(error)
    }
  }

  /// Whatever a stranger writes stays in the argument where it was put.
  @Test(arguments: [
    "a b", "$(id)", "'; rm -rf ~; '", "\"", "{id}", "{{url}}", "\\n", "a\nb", "*", "`id`", "&& id",
    "日本語", "=--", "{", "}",
  ])
  func aValueIsAPartOfOneArgument(_ words: String) {
    let values: [OwnCommand.Value: String] = [.title: words, .id: "7"]
    #expect(filled(command("x", "{title}", "{id}"), values) == .success(["x", words, "7"]))
    #expect(
      filled(command("x", "--t={title}!{id}"), values) == .success(["x", "--t=\(words)!7"]))
  }

  /// For every value: a missing one is a sentence, and an option is none, unless it may be one.
  @Test(arguments: OwnCommand.Value.allCases)
  func missingValuesAndOptions(_ value: OwnCommand.Value) {
    let name = "{\(value.rawValue)}"
    #expect(command("x", name).values == [value])
    for sign in ["-", "+"] {
      #expect(
        (try? command("x", name).filled([value: sign + "rf"])) == nil,
        "vi and less take “+” for an option")
      #expect(
        filled(command("x", "--", name), [value: sign + "rf"])
          == .success(["x", "--", sign + "rf"]))
    }
    for values in [[:], [value: ""], [value: "\0"]] {
      #expect(filled(command("x", name), values) == .failure(.init(sentence: value.absence)))
    }
    guard case .failure(let problem) = filled(command("/bin/x", "-a", name), [value: "-rf"]) else {
      Issue.record("an option")
      return
    }
    #expect(problem.sentence.contains("which x would take for an option: put \"--\" before"))
    #expect(
      filled(command("x", "--", name), [value: "-rf"]) == .success(["x", "--", "-rf"]))
    #expect(filled(command("x", "a\(name)"), [value: "-rf"]) == .success(["x", "a-rf"]))
    // A value that begins an argument whose first value is empty is one, too.
    #expect(filled(command("x", "--\(name)"), [value: "-"]) == .success(["x", "---"]))
  }

  private static let shells = [
    "sh", "bash", "/bin/dash", "zsh", "fish", "bash5", "python3", "/usr/bin/python3.11", "ksh93",
    "sh.distrib", "bash-static", "python3-dbg", "osh",
  ]
  private static let others = [
    "ssh", "watch", "script", "tmux", "screen", "su", "sudo", "awk", "sed", "osascript", "xargs",
    "parallel", "ed", "eval", "/usr/bin/ssh", "psql", "sqlite3", "xterm", "kitty", "env", "timeout",
    "nice", "flock", "nohup", "setsid", "busybox", "gdb", "at", "m4", "R",
    "ghci", "swipl", "erl", "scala", "jshell", "sbcl", "rc", "lftp", "socat", "npx", "nix",
    "zellij",
    "kubectl", "hyperfine", "entr", "faketime", "cargo", "go", "uv", "run-parts", "kak", "kotlin",
  ]
  private static let interpreters = [
    "perl", "perl5.36", "node", "ruby", "php", "lua5.4", "/usr/bin/perl",
    "perl5.40-x86_64-linux-gnu", "racket", "ocaml", "elixir", "groovy",
  ]
  /// What may stand before a program.
  private static let starts: [[String]] = [[], ["my-runner"], ["my-runner", "-q", "/tmp/x"]]

  private func isRefused(_ words: [String], input: OwnCommand.Input = .none) -> Bool {
    var command = OwnCommand(name: "x", words: words)
    command.input = input
    let isRefused = command.scriptProblem != nil
    command.isTrusted = true
    #expect(command.scriptProblem == nil, "\(words)")
    return isRefused
  }

  /// A shell gets a stranger's words after its script and `--` only, whatever its options.
  @Test(arguments: shells) func aShellRunsNoValue(_ shell: String) {
    let script = "echo \"$1\""
    let options = [
      "-c", "-lc", "-ec", "-ic", "-xc", "-ce", "-Ic", "-o", "-s", "--login", "-c -o posix", "",
    ]
    for (start, option) in Self.starts.flatMap({ start in options.map { (start, $0) } }) {
      let words = start + [shell] + option.split(separator: " ").map(String.init)
      for end in [
        ["echo {title}"], ["{title}"], ["--", "{title}"], [script, "{title}"],
        [script, "--", "a{title}"], ["{title}", "--", "x"], ["{url} x", "--", "{title}"],
      ] {
        #expect(isRefused(words + end), "\(words + end)")
      }
      #expect(isRefused(["{title}"] + words + [script, "--", "x"]))
      #expect(!isRefused(words + [script, "--", "{title}", "{url}"]), "\(words)")
      #expect(!isRefused(words + ["echo {{title}}"]), "\(words)")
      #expect(isRefused(words + [script, "--", "bash", "-c", "{title}"]))
    }
  }

  /// A script that uses a value outside of double quotes, or runs it, is refused.
  @Test func aScriptQuotesItsValues() throws {
    for script in [
      "echo a; $1", "eval \"$1\" x", "exec \"$1\" x", "x=$1; echo a", "x=\"$1\"; $x", "\"$1\" x",
      "echo a; \"$@\"", "echo $*", "echo ${1}", "echo a\n. \"$1\"", "source \"$1\"", "sh -c \"$1\"",
      "echo \"$1\" | sh", "env \"$1\" x", "echo \"$(echo a; $1)\"", "echo \"$(\"$1\")\"",
      "echo `$1`",
      "echo \"`$1`\"", "echo \"${1@P}\"", "echo \"${!1}\"", "echo \"$(($1))\"", "echo \"${x:$1}\"",
      "if \"$1\"; then true; fi", "A=1 \"$1\"", "echo '$1' $1", "echo \"a $1", "echo 'a $1",
      "printf %s \\\"$1", "sqlite3 db \"insert into l values('$1')\"", "trap \"$1\" 0",
      "import os, sys; os.system(sys.argv[1])", "import sys; exec(sys.argv[1])",
    ] {
      #expect(isRefused(["sh", "-c", script, "--", "{title}"]), "\(script)")
      #expect(isRefused(["sh", "-c", script, "a b", "--", "{title}"]), "\(script)")
    }
    for script in [
      "printf \"%s: %s\\n\" \"$1\" \"$2\" >> ~/links", "echo \"${1} ${2}\" 'it is $3' \\$4",
      "x=\"$1\"; echo \"$x\"", "echo \"$(date) eval\" \"$1\"", "[ \"$1\" ] && echo \"${1:-none}\"",
      "cp \"$1\" ~/notes && (echo \"$@\")", "case \"$1\" in a) echo b;; esac",
      "echo look at this \"$1\"", "x=\"$(date)\"; LC_ALL=C echo \"$1\" is made >&2",
      "if [ \"$1\" ]; then cp \"$1\" .; fi # it is done",
    ] {
      #expect(!isRefused(["sh", "-c", script, "--", "{title}"]), "\(script)")
    }
    #expect(
      !isRefused(["python3", "-c", "import sys; print(\"%s\" % sys.argv[1])", "--", "{title}"]))
    for script in [
      "import os, sys; os.system(sys.argv[1])",
      "import os, sys; test = 1 if os.system(sys.argv[1])",
    ] {
      #expect(isRefused(["python3", "-c", script, "--", "{title}"]), "\(script)")
    }
    var command = OwnCommand(name: "x", words: ["sh", "-c", "echo a; $1", "--", "{title}"])
    command.input = .none
    #expect(
      try #require(command.scriptProblem).hasPrefix(
        "sh could run {title} as a command, which a post could change: quote each value in its script, as in \"$1\", and run none there."
      ))
  }

  /// Behind the file of a script, a stranger's words are what the script makes of them.
  @Test(arguments: shells + interpreters) func aScriptInAFileGetsValues(_ program: String) {
    for start in Self.starts {
      let words = start + [program]
      #expect(!isRefused(words + ["~/bin/save.it", "{title}", "-a", "x{url}"]), "\(words)")
      for end in [
        ["{title}"], ["-x", "file", "{title}"], ["a file", "{title}"], ["", "{title}"],
        ["{title}", "file"], ["-e", "{title}"], ["+x", "{title}"],
      ] {
        #expect(isRefused(words + end), "\(words + end)")
      }
    }
  }

  /// A program that joins its arguments, or runs one of them, gets none of a stranger's words.
  @Test(arguments: others) func otherProgramsGetNoValue(_ program: String) {
    for start in Self.starts {
      for words in [
        ["{title}"], ["-e", "{title}"], ["host", "--", "{title}"], ["s x", "--", "{title}"],
      ] {
        #expect(isRefused(start + [program] + words), "\(start + [program] + words)")
      }
      #expect(!isRefused(start + [program, "x {{title}}"]))
    }
  }

  @Test func editorsAndOtherWaysToAScript() {
    for editor in ["vi", "vim", "/usr/bin/nvim", "emacs", "vim.tiny"] {
      for words in [
        ["+{title}"], ["-c", "{title}"], ["-c", "--", "{title}"], ["+x", "--", "{title}"],
        ["{title}"], ["--", "x{title}"],
      ] {
        #expect(isRefused([editor] + words), "\(editor) \(words)")
      }
      for words in [["--"], ["-R", "--"], ["-c", "set ro", "--"]] {
        #expect(!isRefused([editor] + words + ["{body_file}"]), "\(editor) \(words)")
      }
    }
    #expect(isRefused(["env", "-S", "sh -c {title}"]))
    #expect(isRefused(["/usr/bin/env", "-vS", "x {title}"]))
    #expect(isRefused(["env", "--split-string=x {title}"]))
  }

  /// A program that is not known gets numbers and addresses as whole words; text after `--`, or after an option that
  /// takes no code.
  @Test(arguments: OwnCommand.Value.allCases) func placesForValues(_ value: OwnCommand.Value) {
    let name = "{\(value.rawValue)}"
    let isText = [.title, .summary, .author].contains(value)
    for words in [["x", name], ["x", "a", name], ["x", "a", name, "b"], ["x", "+", name]] {
      #expect(isRefused(words) == isText, "\(words)")
    }
    for option in [
      "-c", "-e", "-x", "-lc", "-ex", "-exec", "-execdir", "-okdir", "--command", "--eval", "--run",
      "--exec", "--to-command", "--use-compress-program", "-o", "--output", "--rsh", "-E",
    ] {
      #expect(isRefused(["x", option, name]) == (isText || value == .bodyFile), "\(option)")
    }
    for words in [
      ["x", "--", name], ["x", "--", "{id}", "{title}", name], ["mail", "-s", name, "a@b"],
      ["x", "--title", name], ["x", "--description", name, "--message", name], ["x", "-a", name],
      ["watch-later", "--", name], ["bash-notes", "--", name], ["~/bin/script.sh", "--", name],
      ["x", "-e", "--", name], ["x", "a", "--", name, "b"],
    ] {
      #expect(!isRefused(words), "\(words)")
    }
    for word in ["'\(name)'", "--t=\(name)", "a\(name)", "\(name)/x", "{id}\(name)"] {
      for words in [["x", word], ["x", "--", word], ["x", "-m", word]] {
        #expect(isRefused(words), "\(words)")
      }
    }
    for words in [
      ["curl", "-K", name, "a"], ["less", "--lesskey-src", name, "a"], ["x", "--config", name],
      ["git", "clone", "-u", name], ["git", "fetch", "--upload-pack", name], ["git", "-c", name],
      ["git", "rebase", "--exec", name], ["find", ".", "-exec", name, ";"], ["tar", "-I", name],
      ["rg", "--pre", name, "x"], ["zip", "-T", "-TT", name, "x"], ["tcpdump", "-z", name],
    ] {
      #expect(isRefused(words) == (isText || value == .bodyFile), "\(words)")
    }
    for words in [
      ["git", "commit", "-m", name], ["rg", "--", name, "notes"], ["find", ".", "-name", name],
      ["x", "-u", name], ["mail", "-a", name],
    ] {
      #expect(!isRefused(words), "\(words)")
    }
    #expect(isRefused(["x", "--", "sub", name]) == isText)
    #expect(isRefused(["x", "-m", "{id}", name]) == isText)
    #expect(isRefused(["x", "-", name]) == isText)
  }

  /// Text that a program reads may be its commands, unless it has the file of a script.
  @Test func aPostIsNotReadAsCommands() {
    for input in [OwnCommand.Input.body, .json] {
      for words in [
        ["sh"], ["bash", "-s"], ["python3", "-"], ["perl"], ["psql"], ["sqlite3", "/tmp/x.db"],
        ["sh", "/dev/stdin"], ["python3", "/proc/self/fd/0"], ["sh", "-c", "cat"], ["vim", "-"],
        ["nice", "wc"], ["x", "sh"], ["at", "now"], ["sh", ""],
        ["ghci"], ["racket"], ["lftp"], ["rc"], ["bash-static"], ["python3-dbg", "-"],
        ["telnet", "a"],
        ["sh", "//dev/stdin"], ["sh", "../dev/fd/0"], ["sed", "-f", "-", "a"], ["awk", "-f", "-"],
        ["gawk", "-f", "/dev/stdin"], ["sed", "-nf-"], ["sed", "--file=-"],
        ["gawk", "--file=/dev/fd/0"],
        ["x", "mawk", "-f", "/proc/self/fd/0"],
      ] {
        #expect(isRefused(words, input: input), "\(words)")
        #expect(!isRefused(words), "\(words)")
      }
      for words in [
        ["wc", "-w"], ["sh", "~/bin/keep.sh"], ["perl", "keep.pl", "-x"], ["sed", "s/a/b/"],
        ["awk", "{print $1}"], ["awk", "-f", "a.awk", "-v", "x=-1", "--"], ["sed", "--", "s/a/b/"],
        ["awk", "{print > \"/dev/stderr\"}"], ["git", "hash-object", "--stdin"], ["tar", "t"],
        ["mail", "-s", "{title}", "a@b"],
      ] {
        #expect(!isRefused(words, input: input), "\(words)")
      }
    }
  }

  /// The sentence says why, what to write instead, and the line for who wants it all the same.
  @Test func theSentencesOfRefusals() throws {
    func sentence(_ words: [String], _ input: OwnCommand.Input = .none) throws -> String {
      var command = OwnCommand(name: "x", words: words)
      command.input = input
      let sentence = try #require(command.scriptProblem)
      let end = " To run it as it is, add the line “trust: true”."
      #expect(sentence.hasSuffix(end))
      return String(sentence.dropLast(end.count))
    }
    #expect(
      try sentence(["x", "a", "'{title}'"])
        == "{title} is only a part of “'{title}'”, and some programs run text: write it as a word of its own."
    )
    #expect(
      try sentence(["x", "a", "{author}"])
        == "some programs run a word where {author} stands: write \"--\" before \"{author}\", or an option such as -m."
    )
    #expect(
      try sentence(["x", "-c", "{title}"])
        == "-c could take {title} for a command or the name of a file, which a post could change: write \"--\" before \"{title}\", or another option."
    )
    #expect(
      try sentence(["sqlite3", "db", "insert into l values('{title}')"])
        == "sqlite3 could run {title} as a command, which a post could change: write a small program of your own, which gets {title}."
    )
    #expect(
      try sentence(["bash", "-s"], .body)
        == "bash could run its input as commands, which a post could change: write the file of a script after it."
    )
    #expect(
      try sentence(["psql"], .json)
        == "psql could run its input as commands, which a post could change: write a small program of your own, which reads it."
    )
  }

  @Test func bracesThatMeanNothing() {
    let words = ["x", "{{title}}", "{ id }", "{print $1}", "{1}", "{}", "}{", "{{id}"]
    let plain = OwnCommand(name: "x", words: words)
    #expect(OwnCommand.names(in: Array(words.dropLast())) == [])
    #expect(
      filled(plain, [.id: "7"])
        == .success(["x", "{title}", "{ id }", "{print $1}", "{1}", "{}", "}{", "{7"]))
    #expect(OwnCommand.names(in: ["{foo}", "{body_file}"]) == ["foo", "body_file"])
  }
}
