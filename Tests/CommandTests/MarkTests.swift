import OwnThreads
import Testing

/// `firefly mark`: what keys do on this machine, for posts by number or from a list.
@Suite(.ownThreads) struct MarkTests {
  /// A home with two unread posts, and their numbers.
  private func sample() throws -> (Program, [String]) {
    let program = try Program()
    let document =
      #"{"posts":[{"title":"one","author_name":"Ada"},{"title":"two","author_name":"Ada"}]}"#
    let first = try #require(
      try program.run("import", "-", input: document).lines.first.flatMap { Int($0) })
    let posts = ["\(first)", "\(first + 1)"]
    // What one has imported is read.
    #expect(
      try program.run(["mark"] + posts + ["--unread"]).lines == posts.map { "\($0) is unread." })
    return (program, posts)
  }

  private func numbers(_ program: Program, _ options: String...) throws -> Set<String> {
    Set(try program.run(["posts", "--fields", "id"] + options).lines)
  }

  @Test func readAndUnread() throws {
    let (program, posts) = try sample()
    #expect(try numbers(program, "--unread") == Set(posts))
    let one = try program.run("mark", posts[0], "--read")
    #expect(one.status == 0 && one.output == "\(posts[0]) is read.\n")
    #expect(try numbers(program, "--unread") == [posts[1]])
    #expect(try program.run("mark", posts[0], "--unread").status == 0)
    #expect(try numbers(program, "--unread") == Set(posts))
    // A list of another verb names them.
    let list = try program.run("posts", "--unread").output
    #expect(try program.run("mark", "-", "--read", input: list).lines.count == 2)
    #expect(try numbers(program, "--unread").isEmpty)
  }

  @Test func savedAndTakenBack() throws {
    let (program, posts) = try sample()
    for _ in 1...2 { #expect(try program.run(["mark"] + posts + ["--saved"]).status == 0) }
    #expect(try numbers(program, "--later") == Set(posts))
    #expect(
      try program.run("mark", posts[1], "--saved", "--off").output
        == "\(posts[1]) is not saved for later.\n")
    #expect(try numbers(program, "--later") == [posts[0]])
  }

  /// What is silenced folds in lists; what is watched is told as an answer: both are taken back.
  @Test func silenced() throws {
    let (program, posts) = try sample()
    #expect(try program.run("mark", posts[0], "--silenced").status == 0)
    #expect(try program.run("posts").output.contains("\(posts[0])\tsilenced: one"))
    #expect(try program.run("mark", posts[0], "--silenced", "--off").status == 0)
    #expect(try !program.run("posts").output.contains("silenced"))
    #expect(try program.run("mark", posts[0], "--watched").output == "\(posts[0]) is watched.\n")
  }

  /// The others are marked, and nothing is kept for a number that no post has.
  @Test func aPostThatIsNotThereIsNamed() throws {
    let (program, posts) = try sample()
    let result = try program.run("mark", "99999", posts[0], "--saved")
    #expect(result.status == 1 && result.error == "firefly: No post 99999.\n")
    #expect(try numbers(program, "--later") == [posts[0]])
    for options in [[], ["--read", "--saved"], ["--read", "--off"]] {
      #expect(try program.run(["mark", posts[0]] + options).status == 64, "\(options)")
    }
    let off = try program.run(
      "mark", posts[0], "--read", environment: ["FIREFLY_READ_MARKS": "false"])
    #expect(off.status == 1 && off.error.contains("Read marks are off"))
    #expect(try program.run("boost", posts[0]).status == 1)
  }

  /// Several posts are deleted at once, a thread from its last reply on; what fails is said, and the worst is the
  /// status.
  @Test func severalAreDeletedAtOnce() throws {
    let (program, posts) = try sample()
    let numbers = posts.reversed().joined(separator: "\n") + "\n99999\n"
    let asked = try program.run(["delete"] + posts)
    #expect(asked.status == 2 && asked.error.split(separator: "\n").count == posts.count)
    let result = try program.run("delete", "--yes", "-", input: numbers)
    #expect(result.status == 1 && result.error == "firefly: No post 99999.\n")
    #expect(
      result.lines == posts.reversed().map { "Deleted post \($0)." }, "\(result.output)")
    let left = try self.numbers(program)
    #expect(Set(left).isDisjoint(with: posts), "\(left)")
  }

  /// A post that was not deleted is named, and the others come back all the same.
  @Test func whatIsDeletedComesBack() throws {
    let (program, posts) = try sample()
    #expect(try program.run("delete", posts[0], "--yes").status == 0)
    #expect(try program.run("show", posts[0]).output.contains("one") == false)
    let back = try program.run("restore", posts[0], "99999")
    #expect(back.status == 1 && back.output == "Post \(posts[0]) is back.\n")
    #expect(back.error.contains("99999"))
    #expect(try program.run("show", posts[0]).output.contains("# one"))
  }
}
