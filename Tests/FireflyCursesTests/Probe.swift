import Foundation
import TerminalHarness

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
    [BuiltProgram.path(of: "FireflyCursesProbe")] + arguments, environment: all,
    size: TerminalSize(columns: columns, rows: rows), colors: colors)
}
