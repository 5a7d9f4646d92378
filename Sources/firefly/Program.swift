import FireflyConfiguration
import FireflyVerbs
import Foundation

/// The program: the verbs, and sessions of the terminal UI.
@main
enum Program {
  static func main() {
    var environment = VerbEnvironment.process
    environment.configuration = SettingsFile.self
    environment.openSession = open
    VerbEnvironment.$current.withValue(environment) { Firefly.main() }
  }

  /// Runs a session on the screen or in line mode; returns whether there is a terminal for it.
  @Sendable private static func open(_ options: SessionOptions) throws -> Bool {
    if let reason = LineMode.reason(isOption: options.accessible, options.context) {
      if options.automation != nil {
        throw Failure("--automation needs the screen, not line mode.")
      }
      MainActor.assumeIsolated { LineMode(options: options, reason: reason).run() }
      return true
    }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    try MainActor.assumeIsolated { try Browser(options: options).run() }
    return true
  }
}
