import ArgumentParser
import Foundation
import PostgresHarness

/// Compares reading among many posts with reading among 10,000.
struct Scale: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "Measure `firefly serve --database` among many posts and among 10,000.",
    discussion: """
      Starts PostgreSQL of its own in /tmp. 10 million posts take some 15 GB there, and a quarter of an hour. \
      The reads of both servers are interleaved; times are medians. Progress goes to standard error.
      """)

  @Option(help: "The binary to measure; by default the one beside this program.")
  var firefly: String?

  @Option(help: "Posts of the large database.")
  var posts = 10_000_000

  @Option(help: "Times that everything is read of each database.")
  var rounds = 100

  /// Posts of the small database.
  static let few = 12_000
  private static let settings = [
    "shared_buffers=1GB", "maintenance_work_mem=512MB", "max_wal_size=8GB", "work_mem=8MB",
  ]

  mutating func validate() throws {
    guard posts >= Self.few else { throw ValidationError("--posts takes \(Self.few) or more.") }
    guard rounds > 0 else { throw ValidationError("--rounds takes 1 or more.") }
  }

  func run() async throws {
    guard let server = try PostgresServer.another(settings: Self.settings) else {
      throw BenchError.badServer("PostgreSQL is not installed")
    }
    let workspace = try Workspace()
    let binary = try Bench.binary(firefly)
    let sides = try [Self.few, posts].map {
      try Side(GrownTree(posts: $0), on: server, with: binary, in: workspace)
    }
    var report = ScaleReport(posts: sides.map(\.tree.posts), machine: Machine())
    let reads = sides.map { ScaleRead.all(of: $0.tree) }
    for (index, read) in reads[0].enumerated() {
      Bench.tell(read.name)
      var times = sides.map { _ in Samples() }
      for turn in 0...rounds {
        for (side, read) in zip(sides.indices, reads.map { $0[index] }) {
          let time = try sides[side].time(of: read)
          // The first one warms up.
          if turn > 0 { times[side].append(time) }
        }
      }
      report.add(read, times)
    }
    report.memory = sides.map { $0.program.memory }
    print(report.markdown)
  }
}

/// A database with the server that reads it.
private final class Side {
  let tree: GrownTree
  let program: ServedProgram
  private let database: PostgresDatabase
  private var random = SystemRandomNumberGenerator()

  init(
    _ tree: GrownTree, on server: PostgresServer, with binary: String, in workspace: Workspace
  ) throws {
    let start = SuspendingClock.now
    self.tree = tree
    database = try server.newDatabase()
    try database.sql(try workspace.run([binary, "migrate", "--print"]))
    try tree.grow(in: database)
    let count = try database.sql(
      "SELECT count(*) FROM posts WHERE template_name = 'post' AND root_id IS NOT NULL")
    guard Int(count.split(separator: "\n")[0]) == tree.posts else {
      throw BenchError.badServer("\(count) posts were made instead of \(tree.posts)")
    }
    program = try ServedProgram(
      [binary, "serve", "--port", "0", "--database", database.url], in: workspace)
    Bench.tell("\(tree.posts) posts made in \(Int((SuspendingClock.now - start) / .seconds(1))) s")
  }

  /// Reads something once.
  /// - Returns: milliseconds.
  func time(of read: ScaleRead) throws -> Double {
    try SingleQuestion.time(
      read.target(&random), at: program.port, enough: read.enough, least: read.least)
  }
}
