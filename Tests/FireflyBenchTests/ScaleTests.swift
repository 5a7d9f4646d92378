import PostgresHarness
import TerminalHarness
import Testing

@testable import firefly_bench

@Suite(.enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
struct ScaleTests {
  @Test func aGrownTreeIsOneThatTheStoreWouldMake() throws {
    try BuiltProgram.requireFirefly()
    let database = try #require(PostgresServer.shared).newDatabase()
    let workspace = try Workspace()
    try database.sql(try workspace.run([BuiltProgram.firefly, "migrate", "--print"]))
    let indexes = "SELECT indexdef FROM pg_indexes WHERE tablename = 'posts' ORDER BY 1"
    let before = try database.sql(indexes)
    let tree = GrownTree(posts: 12_000)
    try tree.grow(in: database)
    #expect(try database.sql(indexes) == before)
    #expect(tree.branches == 1)
    let facts = try database.sql(
      """
      SELECT count(*) FROM posts WHERE template_name = 'post';
      SELECT max(depth) FROM posts;
      SELECT child_count FROM posts WHERE id = \(GrownTree.wide);
      SELECT count(*) FROM posts b JOIN posts c ON c.root_id = b.root_id WHERE b.id = \(tree.firstBranch);
      SELECT count(*) FROM posts p WHERE child_count
        <> (SELECT count(*) FROM posts c WHERE c.parent_id = p.id);
      """)
    #expect(
      facts.split(separator: "\n").map(String.init)
        == ["12000", "63", "1200", "\(GrownTree.branch)", "0"])
    try database.sql(
      """
      CREATE TABLE made AS SELECT id, root_id, path, depth, path_parent FROM posts;
      UPDATE posts SET root_id = NULL, path = NULL, depth = NULL, path_parent = NULL;
      """)
    // The server places them again.
    let program = try ServedProgram(
      Contestant.serve(BuiltProgram.firefly) + ["--database", database.url], in: workspace)
    let missing = "SELECT count(*) FROM posts WHERE root_id IS NULL"
    let limit = ContinuousClock.now + .seconds(60)
    while try database.sql(missing) != "0\n", ContinuousClock.now < limit {
      _ = try LocalConnection(to: program.port)?.ask("GET", "/api/posts/1")
      pause(until: .now + .milliseconds(100))
    }
    let differences = try database.sql(
      """
      SELECT count(*) FROM made m JOIN posts p ON p.id = m.id
      WHERE (m.root_id, m.path, m.depth, m.path_parent)
        IS DISTINCT FROM (p.root_id, p.path, p.depth, p.path_parent)
      """)
    #expect(differences == "0\n")
  }

  @Test func readsAreComparedAndSlowOnesMarked() throws {
    let read = ScaleRead(name: "a post", least: 1) { _ in "/api/ping" }
    var report = ScaleReport(posts: [10, 1_000], machine: Machine())
    report.add(read, [[2, 2, 2], [2.5, 2, 9]])
    report.add(read, [[2, 2, 2], [3.5, 4, 5]])
    report.memory = [20, 130.5]
    #expect(
      report.markdown.split(separator: "\n").suffix(3) == [
        "| a post | 2.00 | 2.50 | 1.25 | 9.00 |  |",
        "| a post | 2.00 | 4.00 | 2.00 | 5.00 | above |",
        "| peak memory, MB | 20.00 | 130.50 | | | above |",
      ])
  }

  @Test func aServerOfTheBenchHasItsOwnSettings() throws {
    let server = try #require(try PostgresServer.another(settings: ["fsync=on", "work_mem=7MB"]))
    #expect(try server.sql("SHOW fsync") == "on\n" && server.sql("SHOW work_mem") == "7MB\n")
    #expect(try server.sql("SHOW full_page_writes") == "off\n")
  }
}
