import TerminalHarness

/// An interactive shell in a terminal, to start Firefly from as people do.
///
/// Nothing is typed before its prompt is there: until then the line discipline is somebody else's.
final class ShellSession {
  let terminal: TerminalSession
  private var typed = 0

  /// Starts one, and waits for its first prompt.
  ///
  /// - `environment`: changes to the home's environment.
  init(_ home: FireflyHome, environment: [String: String] = [:]) throws {
    // The number of the command makes each prompt one of its own.
    let variables = home.environment.merging(environment) { $1 }
      .merging(["PS1": "prompt \\#> "]) { $1 }
    terminal = try TerminalSession(
      ["bash", "--norc", "--noprofile", "-i"], environment: variables, directory: home.path)
    try waitForPrompt()
  }

  /// Types a line at the prompt.
  func run(_ line: String) throws {
    try waitForPrompt()
    try terminal.send(line + "<enter>")
    typed += 1
  }

  /// Waits until the shell takes the next line.
  func waitForPrompt() throws { try terminal.wait(for: "prompt \(typed + 1)>") }

  /// The process in the foreground: the program that the shell has started.
  var program: Int32 { get throws { try terminal.foregroundProcess() } }
}
