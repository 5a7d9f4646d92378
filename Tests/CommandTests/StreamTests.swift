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
    #expect(result.error == "firefly: standard input can't be read: Bad file descriptor.\n")
  }

  @Test func aFileThatMayNotGrowIsAFailure() throws {
    let program = try Program()
    // In blocks of a kilobyte: the database alone takes more.
    let result = try program.shell("ulimit -f 16; $FIREFLY posts")
    #expect(result.status == 1)
    #expect(result.error.contains("firefly.sqlite"))
  }

  /// The exit code tells what the sentence would have.
  @Test(arguments: [
    ("nosuch", 64), ("posts --bogus", 64), ("posts --server http://127.0.0.1:1", 1),
    ("export >/dev/full", 1), ("serve --port 0 >/dev/full", 1), ("--help >/dev/full", 1),
    ("devices", 0), ("login </dev/null", 0), ("import nosuch", 1), ("config --check", 0),
  ])
  func anErrorThatCantBeWrittenKeepsItsCode(command: String, code: Int32) throws {
    let program = try Program()
    for stream in ["2>&-", "2>/dev/full", "2>&1", "2>gone"] {
      // A named pipe whose reader has gone.
      let line = """
        rm -f gone; mkfifo gone; (exec <gone) & exec 9>gone; wait
        $FIREFLY \(command) \(stream == "2>gone" ? "2>&9" : stream)
        """
      #expect(try program.shell(line).status == code, "\(stream)")
    }
  }

  /// A script that repeats what has failed would do it twice.
  @Test(arguments: [">/dev/full", ">&-", "| true"], [false, true])
  func successIsNoFailure(output: String, json: Bool) throws {
    let program = try Program()
    let option = json ? "--json" : ""
    // The pipe's reader has gone before the post is written.
    let result = try program.shell(
      """
      echo words >words
      { sleep 0.3; $FIREFLY post --title done \(option) <words; echo $? >&2; } \(output)
      """)
    let sentence =
      /^firefly: The post is saved: (\d+)\. Standard output can't be written: .*\.\n0\n$/
    let number = try #require(result.error.firstMatch(of: sentence), "\(result.error)").1
    #expect(try program.run("posts", "--limit", "1").output.hasPrefix("\(number)\t"))
    #expect(try program.run("drafts").output == "")
    let deleted = try program.shell("$FIREFLY delete \(number) --yes \(option) >/dev/full")
    #expect(deleted.status == 0)
    #expect(deleted.error.hasPrefix("firefly: Deleted post \(number). Standard output"))
  }

  @Test func anImportThatIsDoneIsNoFailure() throws {
    let program = try Program()
    let result = try program.shell(
      #"echo '{"posts":[{"title":"a"},{"title":"b"}]}' | $FIREFLY import - >/dev/full"#)
    #expect(result.status == 0)
    #expect(
      result.error.wholeMatch(
        of:
          /firefly: Imported. Topmost posts: \d+, \d+\. Standard output can't be written: .*\n/
      )
        != nil, "\(result.error)")
  }
}
