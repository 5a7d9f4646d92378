import Foundation
import TerminalHarness

/// Firefly in a terminal, in a home of its own.
struct FireflySession {
  let terminal: TerminalSession
  let home: FireflyHome

  /// Starts the real binary and waits for its toolbar.
  ///
  /// - `resumes`: whether it begins where the last one in that home has ended.
  /// - `environment`: Changes to the home's environment; an empty value removes a variable.
  static func start(
    _ arguments: [String] = [], home: FireflyHome? = nil, environment: [String: String] = [:],
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), moves: Bool = false,
    resumes: Bool = false, colors: DefaultColors = DefaultColors(),
    graphics: TerminalGraphics = .none,
    bytesPerSecond: Int? = nil
  ) throws -> FireflySession {
    let home = try home ?? FireflyHome()
    let variables = home.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    let terminal = try TerminalSession(
      [BuiltProgram.firefly] + arguments + (moves ? [] : ["--no-motion"])
        + (resumes ? [] : ["--fresh"]), environment: variables,
      directory: home.path, size: size, colors: colors, graphics: graphics,
      bytesPerSecond: bytesPerSecond)
    return FireflySession(terminal: terminal, home: home)
  }

  /// Starts among the children of a new post.
  static func start(
    among children: [SamplePost], home: FireflyHome? = nil, environment: [String: String] = [:],
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), moves: Bool = false,
    graphics: TerminalGraphics = .none, bytesPerSecond: Int? = nil
  ) throws -> FireflySession {
    let home = try home ?? FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", body: "It has children.", children: children))
    let session = try start(
      ["--post", id], home: home, environment: environment, size: size, moves: moves,
      graphics: graphics, bytesPerSecond: bytesPerSecond)
    try session.terminal.wait(for: "1 of \(children.count)")
    return session
  }

  /// Presses keys and waits until the place in the list is shown as `3 of 12`.
  func go(_ keys: String, to place: String) throws {
    try terminal.send(keys)
    try terminal.wait(until: "place \(place)") {
      $0.screenRows[0].hasSuffix(place + " ")
        || $0.screenRows[0].hasSuffix(place)
    }
  }

  /// The screen once the program has done nothing for a while.
  func settledRows() throws -> [String] {
    try terminal.waitForRest()
    return terminal.screenRows
  }

  /// Types `q` and waits for the end.
  func quit(by keys: String = "q") throws -> TerminationStatus {
    try terminal.send(keys)
    return try terminal.waitForExit()
  }
}
