import Foundation
import TerminalHarness

/// Where the probe lies: beside the tests.
func probePath() throws -> String {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(fileURLWithPath: own).deletingLastPathComponent()
    .appendingPathComponent("FireflyCursesProbe").path
}

/// Starts the probe in a terminal.
func probe(
  _ arguments: String..., environment: [String: String?] = [:], columns: Int = 120, rows: Int = 40,
  colors: DefaultColors = DefaultColors()
) throws -> TerminalSession {
  var all = TerminalSession.defaultEnvironment
  all["COLORTERM"] = "truecolor"
  // A crash is meant here; its report would only cost time.
  all["SWIFT_BACKTRACE"] = "enable=no"
  for (name, value) in environment { all[name] = value }
  return try TerminalSession(
    [try probePath()] + arguments, environment: all,
    size: TerminalSize(columns: columns, rows: rows), colors: colors)
}
