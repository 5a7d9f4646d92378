import FireflyPrograms
import Foundation
import OwnThreads
import PostgresHarness
import SeededRandom
import TerminalHarness
import Testing

/// `--database`: the same program on PostgreSQL.
@Suite(.ownThreads, .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
struct DatabaseTests {
  private static let line = #"{"title":"kept in a database","body":"And found there."}"# + "\n"

  private func database() throws -> PostgresDatabase {
    try #require(PostgresServer.shared).newDatabase()
  }

  @Test func twoServersShareADatabase() throws {
    let (one, other, client) = (try Program(), try Program(), try Program())
    let database = try database()
    let added = try one.run("import", "-", "--database", database.url, input: Self.line)
    #expect(added.status == 0, "\(added.error)")
    #expect(added.output == "1\n")
    for server in [one, other] {
      let (process, output) = try server.start(
        "serve", "--port", "0", "--open", "--database", database.url)
      defer { process.terminate() }
      let address = try Program.address(in: output)
      let posts = try client.run("posts", "--server", address)
      #expect(posts.output.contains("kept in a database"), "\(posts.error)")
      let found = try client.run("search", "found", "--server", address)
      #expect(found.output.contains("kept in a database"), "\(found.error)")
    }
    #expect(!one.hasDatabase())
    let export = try other.run("export", "--flat", "--database", database.url)
    #expect(export.output.contains("And found there."))
  }

  @Test func aNewDatabaseHasOnlyItsOwner() throws {
    let (program, database) = (try Program(), try database())
    let members = try program.run("users", "--members", "--database", database.url)
    #expect(members.lines.count == 1, "\(members.error)")
    let posts = try program.run("export", "--flat", "--database", database.url)
    #expect(posts.lines.count == 1 && posts.output.contains(#""template_name":"profile""#))
    let invited = try program.run(
      "users", "--invite", "new@example.com", "--database", database.url)
    #expect(invited.output == "Invited new@example.com.\n")
  }

  /// The disk of the database is a file system of 20 MB, where the tests may mount one.
  @Test func aFullDiskIsNamed() throws {
    let disk = "/tmp/firefly-disk-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    defer { rmdir(disk) }
    func shell(_ command: String) -> Bool {
      let process = ChildProgram()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", command]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
    guard getuid() == 0, shell("mount -t tmpfs -o size=20m tmpfs \(disk)") else {
      try Test.cancel("no small disk can be mounted")
    }
    defer { _ = shell("umount -l \(disk)") }
    #expect(shell("mkdir \(disk)/data && chown nobody \(disk)/data"))
    let server = try #require(try PostgresServer.another())
    let database = try server.newDatabase(in: disk + "/data")
    let program = try Program()
    // Random, so that they can't be compressed.
    var random = SplitMix(seed: 117)
    let lines = (1...2_000).map { _ in
      let words = (1...400).map { _ in String(random.next() >> 32, radix: 36) }
      return #"{"title":"t","body":"\#(words.joined(separator: " "))"}"#
    }
    let result = try program.run(
      "import", "-", "--database", database.url, input: lines.joined(separator: "\n"))
    #expect(result.status == 1)
    #expect(result.error.contains("the disk is full. Free some space"), "\(result.error)")
    // All or nothing.
    try database.sql("SELECT 1 / (CASE WHEN count(*) = 0 THEN 1 ELSE 0 END) FROM posts")
    // A migration says the same, and goes on when there is room.
    let source = try Program()
    #expect(try source.run("import", "-", input: lines.joined(separator: "\n")).status == 0)
    let migration = try source.run("migrate", "--to", database.url)
    #expect(
      migration.status == 1 && migration.error.contains("the disk is full"), "\(migration.error)")
    #expect(shell("mount -o remount,size=200m \(disk)"))
    let more = try source.run("migrate", "--to", database.url)
    #expect(more.status == 0 && more.output.hasPrefix("2000 posts"), "\(more.error)")
    withExtendedLifetime(server) {}
  }

  @Test func withoutLibpqThereIsASentence() throws {
    let program = try Program()
    try program.write("", to: "broken/libpq.so.5")
    let result = try program.run(
      "export", "--database", "postgres://nobody@127.0.0.1/posts",
      environment: ["LD_LIBRARY_PATH": program.home.path + "/broken"])
    #expect(result.status == 1 && result.error.contains("apt install libpq5"), "\(result.error)")
    // Everything else works without it.
    #expect(try program.run("posts", "--limit", "1").status == 0)
  }

  @Test func aFileIsMigrated() throws {
    let (program, database) = (try Program(), try database())
    let lines = (1...1_200).map {
      #"{"id":\#($0),"parent_id":\#($0 / 9),"title":"post \#($0)","author_email":"u\#($0 % 40)@example.com"}"#
    }
    #expect(try program.run("import", "-", input: lines.joined(separator: "\n")).status == 0)
    #expect(try program.run("users", "--invite", "New@example.com").status == 0)
    let before = try program.run("export", "--flat").output
    #expect(try program.run("migrate", "--to", database.url, "--from", "nowhere").status == 1)
    let result = try program.run("migrate", "--to", database.url)
    #expect(
      result.output.hasPrefix("1200 posts and 41 users copied and compared:"), "\(result.error)")
    #expect(try program.run("export", "--flat", "--database", database.url).output == before)
    let members = try program.run("users", "--members", "--database", database.url).output
    #expect(try program.run("users", "--members").output == members)
    // Numbers go on, and what was copied is found.
    let more = try program.run("import", "-", "--database", database.url, input: Self.line)
    #expect(more.output == "1201\n")
    let (process, output) = try program.start(
      "serve", "--port", "0", "--database", database.url)
    defer { process.terminate() }
    let server = ["--server", try Program.address(in: output)]
    #expect(try Program().run(["search", "post 777"] + server).output.contains("post 777"))
    // Twice is once; another one's data is not touched.
    let again = try program.run("migrate", "--to", database.url)
    #expect(again.output.hasPrefix("1201 posts and 41 users were copied before:"), "\(again.error)")
    #expect(again.error.isEmpty)
    // Its numbers are those of other posts in the database.
    for (words, count) in [("1 post is", 1), ("3 posts are", 2)] {
      let lines = (1...count).map { _ in Self.line }.joined(separator: "\n")
      #expect(try program.run("import", "-", input: lines).status == 0)
      let late = try program.run("migrate", "--to", database.url)
      #expect(late.output == again.output && late.status == 0)
      #expect(
        late.error == "firefly: The folder has changed since: \(words) not in the copy.\n")
    }
    let other = try Program()
    #expect(try other.run("import", "-", input: Self.line).status == 0)
    let refused = try other.run("migrate", "--to", database.url)
    #expect(refused.status == 1 && refused.error.contains("Name an empty database"))
  }

  /// Killed again and again, it ends where it would have ended.
  @Test func aMigrationThatIsKilledContinues() throws {
    let (program, database) = (try Program(), try database())
    let lines = (1...4_000).map { #"{"id":\#($0),"parent_id":\#($0 / 9),"title":"post \#($0)"}"# }
    #expect(try program.run("import", "-", input: lines.joined(separator: "\n")).status == 0)
    var kills = 0
    for turn in 1...8 {
      let (process, _) = try program.start("migrate", "--to", database.url)
      usleep(UInt32(turn) * 60_000)
      if process.isRunning { kills += 1 }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    #expect(kills > 1)
    let result = try program.run("migrate", "--to", database.url)
    #expect(result.status == 0 && result.output.hasPrefix("4000 posts"), "\(result.error)")
    let copy = try program.run("export", "--flat", "--database", database.url).output
    #expect(try program.run("export", "--flat").output == copy)
  }

  @Test func aPartOfTheDataIsNotServed() throws {
    let (program, database) = (try Program(), try database())
    #expect(try program.run("import", "-", input: Self.line).status == 0)
    try database.sql(try program.run("migrate", "--print").output)
    try database.sql("ALTER TABLE devices ADD COLUMN other bigint NOT NULL; DROP TABLE invitations")
    #expect(try program.run("migrate", "--to", database.url).status == 1)
    for words in [["serve", "--port", "0"], ["export"], ["import", "-"]] {
      let result = try Program().run(words + ["--database", database.url], input: Self.line)
      #expect(result.status == 1)
      #expect(result.error.contains("Run `firefly migrate` again"), "\(result.error)")
    }
  }

  /// Without keys, or with wrong words, there is a sentence; keys are never in it.
  @Test func picturesInS3NeedKeys() throws {
    let program = try Program()
    func serve(_ place: String, _ environment: [String: String] = [:]) throws -> Program.Result {
      try program.run(
        "serve", "--port", "0", "--database", "postgres://nobody@127.0.0.1:1/posts", "--uploads",
        place, environment: environment)
    }
    let keys = ["AWS_ACCESS_KEY_ID": "AKIAHIDDEN", "AWS_SECRET_ACCESS_KEY": "hidden-secret"]
    let none = try serve("s3://bucket?endpoint=http://127.0.0.1:1")
    #expect(none.status == 64 && none.error.contains("AWS_SECRET_ACCESS_KEY"), "\(none.error)")
    let wrong = try serve("s3://hidden:hidden@bucket", keys)
    #expect(wrong.status == 64 && wrong.error.contains("Keys don't belong on the command line"))
    #expect(!wrong.error.contains("hidden"))
    let database = try database()
    let gone = try program.run(
      "serve", "--port", "0", "--database", database.url, "--uploads",
      "s3://bucket?endpoint=http://127.0.0.1:1", environment: keys)
    #expect(gone.status == 1)
    #expect(
      gone.error.hasPrefix("firefly: S3 bucket bucket at 127.0.0.1 can't be reached"),
      "\(gone.error)")
    #expect(!(gone.error + (program.log ?? "")).contains("idden"))
    let file = try program.run(
      "serve", "--port", "0", "--uploads", "s3://bucket", environment: keys)
    #expect(file.status == 1 && file.error.contains("with --database only"), "\(file.error)")
  }

  /// What cannot be copied leaves nothing behind.
  @Test func aMigrationThatBreaksOffLeavesNothing() throws {
    let (program, database) = (try Program(), try database())
    #expect(try program.run("import", "-", input: Self.line).status == 0)
    try database.sql(try program.run("migrate", "--print").output)
    // One table can't be written, then another one.
    try database.sql("ALTER TABLE users ADD CONSTRAINT none CHECK (false)")
    let result = try program.run("migrate", "--to", database.url)
    #expect(result.status == 1, "\(result.output)")
    try database.sql(
      """
      ALTER TABLE users DROP CONSTRAINT none;
      ALTER TABLE posts ADD CONSTRAINT none CHECK (false)
      """)
    #expect(try program.run("migrate", "--to", database.url).status == 1)
    try database.sql("ALTER TABLE posts DROP CONSTRAINT none")
    let after = try program.run("migrate", "--to", database.url)
    #expect(after.output.hasPrefix("1 post and 1 user copied"), "\(after.error)")
  }
}
