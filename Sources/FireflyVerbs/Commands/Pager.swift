import FireflyClient
import FireflyPrograms
import Foundation

/// The program that shows text which is longer than the terminal: `$PAGER`, otherwise `less`.
enum Pager {
  /// Prints text; on a terminal through the pager.
  ///
  /// - Throws: `Failure` if the text can't be written.
  static func output(_ text: String) throws(Failure) {
    let environment = VerbEnvironment.current.variables
    let named = environment["PAGER"]?.trimmingCharacters(in: .whitespaces)
    let words = (named.flatMap { $0.isEmpty ? nil : $0 } ?? "less")
      .split(separator: " ").map(String.init)
    guard StandardStreams.terminalColumns != nil, VerbEnvironment.current.input.isTerminal,
      let path = SearchPath(environment).program(words[0])
    else { return try StandardStreams.output(text) }
    let (program, pipe) = (ChildProgram(), Pipe())
    program.executableURL = URL(fileURLWithPath: path)
    program.arguments = Array(words.dropFirst())
    // As git has it: what fits on the screen stays there, and nothing waits.
    program.environment = ["LESS": "FRX"].merging(environment) { $1 }
    program.standardInput = pipe
    // A key that stops the pager's search must not end this program before it.
    let interruption = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interruption) }
    do { try program.run() } catch { return try StandardStreams.output(text) }
    // Who leaves the pager early wants no more.
    _ = StandardStreams.write(
      StandardStreams.forTerminal(Array(text.utf8)), to: pipe.fileHandleForWriting.fileDescriptor)
    try? pipe.fileHandleForWriting.close()
    program.waitUntilExit()
  }
}
