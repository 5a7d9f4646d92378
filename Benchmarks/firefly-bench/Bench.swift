import ArgumentParser
import Foundation
import PostgresHarness

/// Drives Firefly and its neighbours in pseudo-terminals and prints one table of how fast they are.
@main
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firefly-bench",
    abstract:
      "Measure firefly beside less, nnn, neomutt, newsboat and editors; print one Markdown table.",
    discussion: """
      Every program gets a list of 10,000 items, or a text of 10,000 words, in a terminal of \
      120 × 40 cells. The runs of all programs are interleaved; the table has the median of the runs. Progress goes to standard \
      error.
      """,
    subcommands: [Scale.self])

  @Option(help: "The binary to measure; by default the one beside this program.")
  var firefly: String?

  @Option(help: "Runs of each program.")
  var runs: Int?

  @Flag(help: "Fewer runs, fewer keys: a first look.")
  var quick = false

  @Option(
    parsing: .upToNextOption,
    help: "Measure only these: \(Bench.names.joined(separator: ", ")).")
  var only: [String] = []

  mutating func validate() throws {
    if let runs, !(1...100).contains(runs) { throw ValidationError("--runs takes 1 to 100.") }
    for name in only where !Self.names.contains(name) {
      throw ValidationError("“\(name)” is not valid; use \(Self.names.joined(separator: ", ")).")
    }
  }

  private static let names =
    ["firefly", "postgresql", "pgbench", "less", "nnn", "neomutt", "newsboat"] + Editors.names

  /// Of a database that others rely on: what was committed is on the disk.
  private static let settings = ["fsync=on", "full_page_writes=on", "shared_buffers=256MB"]

  @MainActor
  func run() async throws {
    var effort = quick ? Effort.quick : Effort()
    if let runs { effort.runs = runs }
    let workspace = try Workspace()
    let contestants = try await prepare(in: workspace)
    let machine = Machine()
    var report = Report(names: contestants.map(\.name))
    for run in 1...effort.runs {
      for contestant in contestants {
        Self.tell("run \(run) of \(effort.runs): \(contestant.name), load \(machine.load)")
        var trial = Trial(of: contestant, in: workspace, effort: effort, round: run)
        trial.run()
        report.add(trial.results, of: contestant.name)
      }
    }
    print("\(effort.runs == 1 ? "One run" : "Medians of \(effort.runs) runs"),", terminator: " ")
    print("10,000 items each, in a terminal of 120 × 40.")
    print("\(machine).\n")
    print(report.markdown)
  }

  @MainActor
  private func prepare(in workspace: Workspace) async throws -> [Contestant] {
    var contestants: [Contestant] = []
    let needsDatabase = only.isEmpty || only.contains("postgresql") || only.contains("pgbench")
    // Without it, the others are measured.
    let database = needsDatabase ? try? PostgresServer.another(settings: Self.settings) : nil
    for name in Self.names where only.isEmpty || only.contains(name) {
      guard name == "firefly" || database != nil && name.hasPrefix("p") || Self.isInstalled(name)
      else {
        Self.tell("\(name) is not installed")
        continue
      }
      Self.tell("preparing the data for \(name)")
      do {
        if let contestant = try await contestant(name, database, in: workspace) {
          contestants.append(contestant)
        }
      } catch {
        // The others are measured all the same.
        Self.tell("\(name): \(error)")
      }
    }
    return contestants
  }

  @MainActor
  private func contestant(
    _ name: String, _ database: PostgresServer?, in workspace: Workspace
  ) async throws -> Contestant? {
    switch name {
    case "less": try .less(in: workspace)
    case "nnn": try .nnn(in: workspace)
    case "neomutt": try .neomutt(in: workspace)
    case "newsboat": try .newsboat(in: workspace)
    case "firefly": try await .firefly(try Self.binary(firefly), in: workspace)
    case "postgresql":
      try database.map { try .postgreSQL($0, try Self.binary(firefly), in: workspace) }
    case "pgbench": try database.map(Contestant.pgbench)
    default: try Editors.contestant(name, in: workspace)
    }
  }

  /// The program to measure: the one that was named, or the one beside this program.
  static func binary(_ firefly: String?) throws -> String {
    let beside = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("firefly").path
    let path = firefly ?? beside ?? "firefly"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw BenchError.missing(path) }
    return URL(fileURLWithPath: path).path
  }

  private static func isInstalled(_ name: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Says how far it is.
  static func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
