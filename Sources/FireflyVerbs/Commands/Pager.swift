import FireflyClient
import FireflyPrograms
import Foundation

/// The program that shows text which is longer than the terminal: `$PAGER`, otherwise `less`.
enum Pager {
  /// What a shell returns for a program that does not exist.
  private static let notFound: Int32 = 127

  /// Prints text; on a terminal through the pager.
  ///
  /// - Throws: `Failure` if the text can't be written.
  static func output(_ text: String) throws(Failure) {
    let environment = VerbEnvironment.current.variables
    let named = environment["PAGER"]?.trimmingCharacters(in: .whitespaces) ?? ""
    // It reads keys from the terminal itself, also behind a pipe.
    guard StandardStreams.terminalColumns != nil,
      !named.isEmpty || SearchPath(environment).program("less") != nil
    else { return try StandardStreams.output(text) }
    let (program, pipe) = (ChildProgram(), Pipe())
    program.executableURL = URL(fileURLWithPath: "/bin/sh")
    program.arguments = ["-c", named.isEmpty ? "less" : named]
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
    // The shell did not find it.
    if program.terminationStatus == Self.notFound { try StandardStreams.output(text) }
  }
}
