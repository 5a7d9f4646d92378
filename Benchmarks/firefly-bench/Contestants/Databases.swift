import PostgresHarness

extension Contestant {
  /// Firefly as a server on PostgreSQL, with a copy of the posts that its own server has.
  static func postgreSQL(
    _ server: PostgresServer, _ program: String, in workspace: Workspace
  ) throws -> Contestant {
    let database = try server.newDatabase()
    let branch = try importBranch(with: program, in: workspace)
    _ = try workspace.run([program, "migrate", "--to", database.url])
    try database.sql("VACUUM ANALYZE")
    let copied = ["--data", "\(workspace.path)/copied"]
    let posts = try SampleImports.posts(20_000, in: workspace)
    _ = try workspace.run([program, "import", posts] + copied)
    return Contestant(
      name: "PostgreSQL", command: [], isReady: { _ in true }, home: "", position: { _ in nil },
      serving: Serving(
        command: serve(program) + ["--database", database.url], branch: branch,
        database: database),
      migrate: {
        _ = try workspace.run([program, "migrate", "--to", try server.newDatabase().url] + copied)
      },
      hasLists: false)
  }

  /// PostgreSQL by itself: rows read by their key, and small transactions, by as many connections.
  static func pgbench(_ server: PostgresServer) throws -> Contestant {
    let database = try server.newDatabase()
    try server.run("pgbench", "--initialize", "--scale=10", "--quiet", database.name)
    return Contestant(
      name: "pgbench", command: [], isReady: { _ in true }, home: "", position: { _ in nil },
      reference: { seconds in
        // Counted, not timed: its clock is a signal, which children of a worker thread don't get.
        func rate(_ script: String, perSecond count: Int) throws -> Double? {
          let output = try server.run(
            "pgbench", "--builtin=\(script)", "--protocol=simple", "--client=64", "--jobs=2",
            "--no-vacuum", "--transactions=\(count * seconds)", database.name)
          return output.firstMatch(of: /tps = ([0-9.]+)/).flatMap { Double($0.1) }
        }
        var rates: [Measure: Double] = [:]
        rates[.servedPosts] = try rate("select-only", perSecond: 400)
        rates[.created] = try rate("simple-update", perSecond: 40)
        return rates
      }, hasLists: false)
  }
}
