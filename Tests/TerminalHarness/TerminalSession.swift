import Glibc

/// A program running in a pseudo-terminal, with an emulated screen before it.
///
/// Reading goes on by itself; the screen is brought up to date, and the program's questions to the
/// terminal are answered, whenever something is waited for or the screen is looked at. For use by
/// one thread at a time. The program is ended, and everything closed, when the session goes.
package final class TerminalSession {
  /// The process id of the program.
  package var processID: Int32 { child.id }
  /// When it was started, CLOCK_MONOTONIC.
  package var started: SuspendingClock.Instant { child.started }
  /// How the terminal was set before the program started.
  package let initialAttributes: TerminalAttributes

  let terminal: PseudoTerminal
  let child: ChildProcess
  let log: OutputLog
  let screen: VirtualScreen
  var scanner = ControlScanner()
  private let reader: OutputReader
  /// What it is told when it asks for the terminal's colours.
  package var colors: DefaultColors
  private let graphics: TerminalGraphics
  /// Whether the program's questions are answered.
  private let answers: Bool
  private var shown = 0
  private var recordsFrames = false
  private var frames: [[String]] = []

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: Its path, or a name to look for in PATH, and its arguments.
  ///   - environment: Its whole environment; `defaultEnvironment` is a good start.
  ///   - directory: Where it starts; nil for the current one.
  ///   - size: The terminal's size.
  ///   - colors: What it is told when it asks for the terminal's colours.
  ///   - graphics: What it is told when it asks whether there can be pictures.
  ///   - answers: Whether the program's questions are answered.
  ///   - bytesPerSecond: How fast its output is read, as on a slow line; nil for at once.
  /// - Throws: `TerminalError.cannotStart` or `TerminalError.systemCall`.
  package init(
    _ command: [String], environment: [String: String] = TerminalSession.defaultEnvironment,
    directory: String? = nil, size: TerminalSize = TerminalSize(columns: 80, rows: 24),
    colors: DefaultColors = DefaultColors(), graphics: TerminalGraphics = .none,
    answers: Bool = true, bytesPerSecond: Int? = nil
  ) throws {
    self.answers = answers
    terminal = try PseudoTerminal(size: size)
    initialAttributes = try terminal.attributes()
    screen = try VirtualScreen(size: size)
    log = try OutputLog()
    self.colors = colors
    self.graphics = graphics
    child = try ChildProcess(
      path: command.first ?? "", arguments: Array(command.dropFirst()), environment: environment,
      directory: directory, terminal: terminal.path)
    reader = try OutputReader(reading: terminal.master, into: log, bytesPerSecond: bytesPerSecond)
  }

  /// A small environment: PATH and HOME of this process, a UTF-8 locale, a terminal of 256 colours.
  package static var defaultEnvironment: [String: String] {
    var environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]
    for name in ["PATH", "HOME"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  /// Shows everything that has been read so far and answers what was asked.
  ///
  /// What arrives meanwhile is left for the next call, so this ends even where a program never stops.
  func catchUp() {
    let end = log.count
    while shown < end, let chunk = log.chunk(at: shown) {
      shown += 1
      var rest = chunk.bytes[...]
      while !rest.isEmpty { rest = show(rest, at: chunk.time) }
    }
  }

  /// Shows bytes, to the end of an update if there is one, and returns the others.
  private func show(
    _ bytes: ArraySlice<UInt8>, at time: SuspendingClock.Instant
  ) -> ArraySlice<UInt8> {
    let known = scanner.updates.count
    let (queries, rest) = scanner.read(bytes, at: time)
    screen.feed(Array(bytes.dropLast(rest.count)))
    if recordsFrames, scanner.updates.count > known {
      frames.append((0..<screen.size.rows).map { screen.text(ofRow: $0) })
    }
    var answer = graphics.adapted(screen.takeOutput())
    for query in queries {
      answer += query.answer(size: screen.size, colors: colors, graphics: graphics)
    }
    // A program that has gone needs no answer.
    if answers, !answer.isEmpty { try? terminal.write(answer, timeout: .seconds(1)) }
    return rest
  }

  /// The rows of the screen at the end of each synchronised update that `body` leads to, until the
  /// program rests.
  ///
  /// - Throws: what `body` throws, or `TerminalError.timedOut`.
  package func frames(of body: () throws -> Void) throws -> [[String]] {
    catchUp()
    (frames, recordsFrames) = ([], true)
    defer { recordsFrames = false }
    try body()
    try waitForRest()
    return frames
  }

  /// Everything the program has written so far, as it was read.
  package var output: [OutputChunk] { log.chunks(from: 0) }

  /// What was read since there were `count` chunks.
  package func output(since count: Int) -> [OutputChunk] { log.chunks(from: count) }

  /// How many chunks have been read.
  package var outputCount: Int { log.count }

  /// The frames that the program marked as synchronised updates, in order.
  package var updates: [SynchronizedUpdate] {
    catchUp()
    return scanner.updates
  }

  /// Changes the size of the terminal and of the screen.
  ///
  /// - Throws: `TerminalError.systemCall`.
  package func resize(columns: Int, rows: Int) throws {
    catchUp()
    let size = TerminalSize(columns: columns, rows: rows)
    screen.resize(to: size)
    try terminal.resize(to: size)
  }

  /// Sends a signal to the program itself; nothing happens once it has ended.
  package func signal(_ signal: Int32) {
    child.send(signal)
  }

  /// How the program ended; nil while it runs.
  package var exitStatus: TerminationStatus? { child.exitStatus() }

  /// The leader of the processes in the foreground: of a shell, the program that it has started.
  ///
  /// - Throws: `TerminalError.systemCall`.
  package func foregroundProcess() throws -> Int32 { try terminal.foregroundGroup() }

  /// How the terminal is set now; still known after the program has gone.
  ///
  /// - Throws: `TerminalError.systemCall`.
  package func attributes() throws -> TerminalAttributes { try terminal.attributes() }
}
