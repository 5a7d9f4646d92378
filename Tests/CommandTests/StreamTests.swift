import OwnThreads
import Testing

/// Pipes that close, disks that are full, streams that aren't there.
@Suite(.ownThreads) struct StreamTests {
  @Test(arguments: ["posts --json --tree --limit 1000", "export", "export --flat"])
  func aReaderThatHasEnoughIsNoError(command: String) throws {
    let result = try Program().shell("{ $FIREFLY \(command); echo $? >&2; } | head -c 1")
    #expect(result.output.count == 1)
    // As SIGPIPE ends any program, and without a word.
    #expect(result.error == "141\n")
  }

  @Test(arguments: ["posts", "export"])
  func aFullDiskIsAFailure(command: String) throws {
    let result = try Program().shell("$FIREFLY \(command) >/dev/full")
    #expect(result.status == 1)
    #expect(
      result.error == "firefly: Standard output can't be written: No space left on device.\n")
  }

  @Test(arguments: ["posts", "export"])
  func aClosedOutputIsAFailureAndHarmless(command: String) throws {
    let program = try Program()
    let result = try program.shell("$FIREFLY \(command) >&-")
    #expect(result.status == 1)
    #expect(
      result.error == "firefly: Standard output can't be written: Bad file descriptor.\n")
    // Nothing was written into the database in its place.
    #expect(try program.run("posts", "--limit", "1").status == 0)
  }

  @Test func aClosedInputIsAFailure() throws {
    let result = try Program().shell("$FIREFLY import - <&-")
    #expect(result.status == 1)
    #expect(result.error == "firefly: standard input: Bad file descriptor\n")
  }

  @Test func aFileThatMayNotGrowIsAFailure() throws {
    let program = try Program()
    // In blocks of a kilobyte: the database alone takes more.
    let result = try program.shell("ulimit -f 16; $FIREFLY posts")
    #expect(result.status == 1)
    #expect(result.error.contains("firefly.sqlite"))
  }
}
