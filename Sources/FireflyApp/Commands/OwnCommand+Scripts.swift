// Values that a program would run as text.
extension OwnCommand {
  /// How a program can run text that its arguments hold.
  private enum Runner {
    /// It runs a script, in a file or after an option, and gets what follows the script as it is.
    case script
    /// It runs a script in a file, and gets what follows the file as it is.
    case interpreter
    /// It runs commands among its options.
    case editor
    /// It may run any of its arguments.
    case anything

    private static let scripts: Set = [
      "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "yash", "fish", "python",
    ]
    private static let interpreters: Set = [
      "perl", "ruby", "node", "nodejs", "php", "lua", "luajit", "pypy", "Rscript", "tclsh", "julia",
    ]
    private static let editors: Set = [
      "vi", "vim", "vim.tiny", "vim.basic", "vim.nox", "vim.gtk", "gvim", "nvim", "emacs",
    ]
    private static let others: Set = [
      "ssh", "slogin", "rsh", "mosh", "watch", "script", "tmux", "screen", "su", "sudo", "doas",
      "runuser", "csh", "tcsh", "irb", "deno", "bun", "osascript", "awk", "gawk", "mawk", "nawk",
      "original-awk", "sed", "ed", "ex", "emacsclient", "xargs", "parallel", "eval", "make", "wish",
      "expect", "guile", "ipython",
    ]

    /// By the last component of the program's path, without a version.
    init?(_ word: String) {
      let name = word.split(separator: "/").last ?? ""
      let end = name.lastIndex { !$0.isNumber && $0 != "." && $0 != "-" }
      let plain = String(end.map { name[...$0] } ?? "")
      if Self.scripts.contains(plain) {
        self = .script
      } else if Self.interpreters.contains(plain) {
        self = .interpreter
      } else if Self.editors.contains(plain) {
        self = .editor
      } else if Self.others.contains(plain) {
        self = .anything
      } else {
        return nil
      }
    }
  }

  /// Options of editors that take no argument: `--` after another one could be its argument.
  private static let editorOptions: Set = ["-R", "-nw"]

  /// Why a program could run a value as text, in which a post could hold any command; nil if it can't.
  ///
  /// A program that runs text is known by its name, wherever that stands among the words.
  public var scriptProblem: String? {
    let values = words.indices.filter { !Self.names(in: [words[$0]]).isEmpty }
    guard let first = values.first else { return nil }
    let value = "{\(Self.names(in: [words[first]])[0])}"
    for index in words.indices {
      let runner = splitsWords(index) ? .anything : Runner(words[index])
      guard let runner, !passesOn(values, from: index, to: runner) else { continue }
      let danger = "\(words[index]) could run \(value) as a command, which a post could change: "
      return switch runner {
      case .script:
        danger + "write \"$1\" in a script with spaces, and \"--\", \"\(value)\" after it."
      case .interpreter: danger + "write the file of a script, and \"\(value)\" after it."
      case .editor: danger + "write \"--\", \"\(value)\" after its options."
      case .anything: danger + "write a small program of your own, which gets \(value)."
      }
    }
    return nil
  }

  /// Whether a word is `env` with an option that separates a text into words.
  private func splitsWords(_ index: Int) -> Bool {
    words[index].split(separator: "/").last == "env"
      && words[(index + 1)...].contains {
        $0.hasPrefix("--s") || $0.hasPrefix("-") && $0.dropFirst().first != "-" && $0.contains("S")
      }
  }

  /// Whether a program gets the values as they are: each follows the file of a script, or is a whole word after
  /// `--`, which is no argument of an option.
  private func passesOn(_ values: [Int], from program: Int, to runner: Runner) -> Bool {
    if [.script, .interpreter].contains(runner), isFile(program + 1),
      values.allSatisfy({ $0 > program + 1 })
    {
      return true
    }
    guard let end = words[program...].firstIndex(of: "--"), end > program,
      values.allSatisfy({ $0 > end && words[$0].wholeMatch(of: /\{[A-Za-z_]+\}/) != nil })
    else { return false }
    let last = words[end - 1]
    let isOption = last.hasPrefix("-") || last.hasPrefix("+")
    return switch runner {
    case .script: end - 1 > program && !isOption && last.contains(where: \.isWhitespace)
    case .editor: !isOption || Self.editorOptions.contains(last)
    case .interpreter, .anything: false
    }
  }

  /// Whether a word can only be the name of a file for a program that runs scripts.
  private func isFile(_ index: Int) -> Bool {
    guard words.indices.contains(index), let first = words[index].first else { return false }
    return first != "-" && first != "+" && !words[index].contains(where: \.isWhitespace)
  }
}
