import Glibc
import TerminalHarness

/// One run of one program: a fresh process, taken through everything that is measured.
struct Trial {
  let contestant: Contestant
  let workspace: Workspace
  let effort: Effort
  /// The size of all terminals here.
  static let size = TerminalSize(columns: 120, rows: 40)

  /// The round, from 1: each has a state of its own, because a program keeps how the last one left it.
  let round: Int

  private(set) var results: [Measure: Double] = [:]

  init(of contestant: Contestant, in workspace: Workspace, effort: Effort, round: Int = 1) {
    self.contestant = contestant
    self.workspace = workspace
    self.effort = effort
    self.round = round
  }

  /// Takes the program through all of it; where it does not start or does not react, through the rest.
  mutating func run() {
    if contestant.hasLists {
      part { try $0.measureFirstPictures() }
      part { try $0.measureList() }
      // Its session is over by now: nothing else runs beside what moves.
      part { try $0.measureMotion() }
      part { try $0.measureColumns() }
      part { try $0.measureThread() }
    }
    part { try $0.measureNetwork() }
    part { try $0.measureServing() }
    part { trial in
      for (measure, value) in try trial.contestant.reference?(trial.effort.serving.seconds) ?? [:] {
        trial.set(measure, value)
      }
    }
    part { try $0.measureWriting() }
    part { try $0.measureImports() }
    part { try $0.measureMigration() }
  }

  private mutating func part(_ measure: (inout Trial) throws -> Void) {
    do { try measure(&self) } catch { Bench.tell("\(contestant.name): \(error)") }
  }

  private mutating func measureList() throws {
    let session = try start()
    measureIdle(session)
    try measureKeys(session)
    try measureHold(session)
    try measureFlood(session)
    try measureResizes(session)
    let usage = ProcessUsage(session: session.processID)
    set(.memory, Double(usage.peakMemory) / 1_000_000)
    set(.ownMemory, Double(usage.ownMemory) / 1_000_000)
  }

  /// Notes a result.
  mutating func set(_ measure: Measure, _ value: Double?) {
    results[measure] = value
  }

  /// Starts a program in a terminal of the size used here.
  ///
  /// - `more`: variables besides those of the workspace and the program.
  func launch(
    _ command: [String], in more: [String: String] = [:], size: TerminalSize = size
  ) throws -> TerminalSession {
    let state = ["XDG_STATE_HOME": "\(workspace.path)/state \(round)"]
    let environment = workspace.environment.merging(state) { $1 }
      .merging(contestant.environment) { $1 }.merging(more) { $1 }
    return try TerminalSession(
      command, environment: environment, directory: workspace.path, size: size)
  }

  private mutating func start() throws -> TerminalSession {
    let session = try launch(contestant.command)
    let painted = try session.wait(until: "the first frame", timeout: .seconds(60)) {
      $0.screenRows.contains { !$0.isEmpty }
    }
    set(.firstFrame, (painted - session.started).milliseconds)
    let ready = try session.wait(until: "the content", timeout: .seconds(60), contestant.isReady)
    set(.content, (ready - session.started).milliseconds)
    if let keys = contestant.opening {
      _ = session.waitForQuiet(.milliseconds(300))
      try session.send(keys)
      try session.wait(until: "the items", timeout: .seconds(60), Contestant.showsItems)
    }
    _ = session.waitForQuiet(.milliseconds(1_000))
    return session
  }
}
