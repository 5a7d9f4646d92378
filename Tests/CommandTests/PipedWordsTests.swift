import Eventually
import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Words that come by standard input: they are in a draft before a server is asked for anything.
@Suite(.ownThreads) struct PipedWordsTests {
  private let program: Program
  private let server: PlainServer

  init() async throws {
    program = try Program()
    server = try await PlainServer()
  }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Result {
    try program.run(arguments + ["--server", server.address], input: input)
  }

  private func signIn() throws {
    let email = "ada@example.org"
    _ = try run("login", email)
    let code = try #require(server.code(of: email))
    let result = try run("login", email, "--code", code)
    #expect(result.status == 0, "\(result.error)")
  }

  /// The only draft: its id and what it says.
  private func onlyDraft() throws -> (id: String, words: String) {
    let lines = try program.run("drafts").lines
    #expect(lines.count == 1, "\(lines)")
    let id = String(try #require(lines.first).prefix(16))
    return (id, try program.run("drafts", "--print", id).output)
  }

  @Test(arguments: [
    ["post", "--title", "t", "--summary", "s"],
    ["post", "--title", "t", "--summary", "s", "--parent", "1"],
    ["edit", "1", "--body", "-"],
    ["edit", "1", "--title", "t", "--body", "-"],
  ])
  func aServerThatIsAwayLosesNone(arguments: [String]) async throws {
    try signIn()
    server.add("mine")
    await server.stop()
    let failed = try program.run(arguments + ["--server", server.address], input: "piped words\n")
    #expect(failed.status == 1)
    let draft = try onlyDraft()
    #expect(draft.words.contains("piped words"))
    #expect(failed.error.contains("Your text is kept as draft \(draft.id)"), "\(failed.error)")
    // The same command sends it later.
    try await server.resume()
    let sent = try program.run(arguments + ["--server", server.address], input: "piped words\n")
    #expect(sent.status == 0, "\(sent.error)")
    let id = arguments[0] == "post" ? 2 : 1
    #expect(server.post(id)?["body"] == "piped words")
    #expect(server.post(id)?["title"] == (arguments.contains("t") ? "t" : "mine"))
    #expect(server.titles.count == id)
    #expect(try program.run("drafts").output == "")
  }

  @Test(arguments: [
    (["post", "--title", "t", "--parent", "4711"], "No post 4711"),
    (["edit", "4711", "--body", "-"], "No post 4711"),
    (["post", "--title", "t", "--parent", "3"], "A saved search can't have replies."),
    (["post", "--title", "t", "--image", "none.png"], "none.png can't be read: No such file"),
    (["edit", "2", "--body", "-", "--image", "none.png"], "none.png can't be read: No such file"),
  ])
  func aPlaceThatRefusesThemLosesNone(arguments: [String], words: String) throws {
    try signIn()
    server.add("theirs", by: "ben@example.org")
    server.add("mine")
    server.add("a search", template: "query")
    let failed = try program.run(arguments + ["--server", server.address], input: "piped words")
    #expect(failed.status == 1)
    #expect(failed.error.contains(words), "\(failed.error)")
    let draft = try onlyDraft()
    #expect(draft.words.contains("piped words"))
    #expect(failed.error.components(separatedBy: draft.id).count == 3, "\(failed.error)")
  }

  /// What can never be sent is no draft; the words stay for a day.
  @Test(arguments: [["--body", "-"], ["--title", "t", "--body", "-"]])
  func aPostOfOthersHasNoDraft(options: [String]) throws {
    try signIn()
    server.add("theirs", by: "ben@example.org")
    for _ in 1...2 {
      let failed = try program.run(
        ["edit", "1"] + options + ["--server", server.address], input: "piped words")
      #expect(failed.status == 1)
      #expect(
        failed.error.replacing("\n", with: " ").hasSuffix(
          "Only the author can change it. Your text is kept for a day: firefly draft list --discarded. "
        ),
        "\(failed.error)")
      #expect(try program.run("drafts").output == "")
    }
    #expect(try program.run("drafts", "--discarded", "--json").output.contains("piped words"))
    #expect(server.titles == ["theirs"])
  }

  /// Nor does a wrong value, a wrong option or a missing value.
  @Test(arguments: [
    ["post", "--title", "t", "--summary", "s", "--visibility", "friends"],
    ["post", "--title", "t", "--summary", "s", "--visibility", "followers"],
    ["post", "--title", "t", "--summary", "s", "--template", "letter"],
    ["post", "--title", "t", "--summary", "s", "--log-level", "loud", "--body", "-"],
    ["post", "--title", "t", "--summary", "s", "--titel", "u"],
    ["post", "--title", "t", "--summary", "s", "and more"],
    ["post", "--title", "t", "--summary", "s", "--image"],
    ["post", "--image", "--title", "t", "--summary", "s"],
    ["post", "--title", "t", "--summary", "s", "--fresh"],
    ["post", "--title", "t\nu"], ["post", "--title", ""], ["post", "--parent", "x"],
    ["post", "--title", "t", "--summary", "s", "--parent", "https://elsewhere.example/1"],
    ["edit", "1", "--body", "-", "--visibility", "public"], ["edit", "1x", "--body", "-"],
    ["edit", "1", "--body", "-", "--language", "sv"],
    ["edit", "--body=-"], ["edit", "1", "--body", "-", "--title", ""],
  ])
  func argumentsThatAreWrongLoseNone(arguments: [String]) throws {
    try signIn()
    server.add("mine")
    // The missing value is that of the last option.
    let command = ["--server", server.address] + arguments
    for _ in 1...2 {
      let failed = try program.run(command, input: "piped words\n")
      #expect(failed.status == 64 && failed.output.isEmpty)
      let draft = try onlyDraft()
      #expect(draft.words.contains("piped words"))
      #expect(failed.error.contains("Your text is kept as draft \(draft.id)"), "\(failed.error)")
    }
    #expect(server.titles == ["mine"])
    guard arguments.contains("s") else { return }
    let sent = try run("post", "--title", "t", "--summary", "s", input: "piped words\n")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(server.titles.count == 2 && server.post(2)?["body"] == "piped words")
    #expect(try program.run("drafts").output == "")
  }

  /// Where it isn't known that they were for `post`, it is said that they were not read.
  @Test(arguments: [
    ("pots --title t", 64, "No command “pots”. Did you mean post? `firefly --help` lists them. "),
    ("write", 64, "No command “write”. `firefly --help` lists them. "),
    ("--title t", 64, "Unknown option '--title'."),
    ("", 2, "No terminal. `firefly posts` prints posts"),
  ])
  func wordsThatWereNotReadAreNamed(command: String, status: Int32, words: String) throws {
    let result = try program.shell("echo words | \"$FIREFLY\" \(command)")
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.error.contains("Standard input was not read: `firefly post` reads it."))
    let other = try program.shell("\"$FIREFLY\" \(command) < /dev/null")
    #expect(!other.error.contains("Standard input"), "\(other.error)")
    #expect(try program.run("drafts").output == "")
  }

  /// What a command would not have read stays where it is.
  @Test(arguments: [
    "edit 1 --titel t", "post --titel t --body words", "posts --titel t", "search --post post",
  ])
  func argumentsThatAreWrongReadNoOthersInput(command: String) throws {
    let result = try program.shell(
      "printf 'a\\nb\\n' | while read line; do \"$FIREFLY\" \(command); echo $line; done")
    #expect(result.output == "a\nb\n")
    #expect(try program.run("drafts").output == "")
  }

  @Test func withoutAnAccountTheyWaitForTheSignIn() throws {
    let post = ["post", "--title", "t", "--summary", "s"]
    let failed = try program.run(post + ["--server", server.address], input: "piped words")
    #expect(failed.status == 1)
    #expect(failed.error.contains("firefly login"), "\(failed.error)")
    let draft = try onlyDraft()
    #expect(draft.words.contains("piped words"))
    #expect(failed.error.contains("Your text is kept as draft \(draft.id)"))
    try signIn()
    let sent = try program.run(post + ["--server", server.address], input: "piped words")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(server.titles == ["t"])
    #expect(try program.run("drafts").output == "")
  }

  @Test func anAddressThatMakesNoSenseLosesNone() throws {
    let failed = try program.run(
      "post", "--title", "t", input: "piped words",
      environment: ["FIREFLY_SERVER": "http://not an address"])
    #expect(failed.status == 1, "\(failed.error)")
    #expect(try onlyDraft().words.contains("piped words"))
  }

  @Test func invalidStandardInputIsKeptWithItsLetters() throws {
    try signIn()
    let result = try program.shell(
      "printf 'Gr\\374\\337e an alle' | \"$FIREFLY\" post --title t --server \(server.address)")
    #expect(result.status == 1 && result.error.contains("is not UTF-8 text"))
    #expect(try onlyDraft().words.contains("Grüße an alle"))
  }

  /// Without a folder for drafts, they are in a file that only their owner can read.
  @Test(arguments: [
    ["post", "--title", "t", "--summary", "s"], ["post", "--title", "t", "--parent", "4711"],
    ["edit", "4711", "--body", "-"],
  ])
  func wordsThatCantBeADraftAreInATemporaryFile(arguments: [String]) throws {
    let program = try Program()
    // Files in the places of folders, which nobody can create.
    try program.write("", to: ".local/state/firefly")
    try program.write("", to: arguments[0] == "post" ? ".local/share/firefly" : "unused")
    let folder = program.home.appendingPathComponent("temporary").path
    try program.write("", to: "temporary/unused")
    let failed = try program.run(arguments, input: "piped words", environment: ["TMPDIR": folder])
    #expect(failed.status == 1 && failed.output == "")
    let sentence = /Your text can't be kept as a draft: .*\. It is in (\S+)\.\n/
    let path = String(try #require(failed.error.firstMatch(of: sentence), "\(failed.error)").1)
    #expect(path.hasPrefix(folder + "/firefly-"))
    #expect(!failed.error.contains("keep writing"), "\(failed.error)")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("piped words\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func withoutATemporaryFolderTheyAreOnStandardOutput() throws {
    let program = try Program()
    try program.write("", to: ".local/state/firefly")
    try program.write("", to: ".local/share/firefly")
    let failed = try program.run(
      "post", "--title", "t", input: "piped words", environment: ["TMPDIR": "/dev/null/none"])
    #expect(failed.status == 1)
    #expect(failed.output == "t\n\npiped words\n")
    #expect(failed.error.contains("It is on standard output."), "\(failed.error)")
  }

  /// A program that is ended while the server is silent leaves them on the disk.
  @Test(arguments: [["post", "--title", "t", "--parent", "1"], ["edit", "1", "--body", "-"]])
  func theyAreOnTheDiskBeforeTheFirstAnswer(arguments: [String]) throws {
    try signIn()
    server.add("mine")
    server.delay("/api", by: 30)
    try program.write("piped words\n", to: "words")
    let words = [BuiltProgram.firefly] + arguments + ["--server", server.address]
    let asked = server.requests.count
    let (process, _) = try program.start(
      command: ["/bin/sh", "-c", "exec \(words.joined(separator: " ")) < words"])
    #expect(eventuallyBlocking { !process.isRunning || server.requests.count > asked })
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try onlyDraft().words.contains("piped words"))
  }

  /// A picture may come from a program that never ends.
  @Test(arguments: [["post", "--title", "t"], ["edit", "1", "--body", "-"]])
  func theyAreOnTheDiskBeforePicturesAreRead(arguments: [String]) throws {
    try signIn()
    server.add("mine")
    try program.write("piped words\n", to: "words")
    let pipe = program.home.appendingPathComponent("pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let words = [BuiltProgram.firefly] + arguments + ["--image", pipe, "--server", server.address]
    let (process, _) = try program.start(
      command: ["/bin/sh", "-c", "exec \(words.joined(separator: " ")) < words"])
    // Opened without waiting only while the program waits for the other end.
    var end: Int32 = -1
    _ = eventuallyBlocking {
      end = open(pipe, O_WRONLY | O_NONBLOCK)
      return end >= 0 || !process.isRunning
    }
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    close(end)
    #expect(try onlyDraft().words.contains("piped words"))
  }

  @Test func aDraftThatWaitsIsNamedAndNothingIsOverwrittenUnseen() throws {
    try signIn()
    server.add("mine")
    server.fail("/api/posts/update")
    let mine = ["edit", "1", "--body", "-", "--server", server.address]
    #expect(try program.run(mine, input: "my words").status == 1)
    let draft = try onlyDraft()
    server.fail("/api/posts/update", false)
    // Other words of the same user, as from another machine.
    let other = try run("edit", "1", "--body", "-", input: "other words")
    #expect(other.status == 0)
    #expect(other.error.contains("use `firefly draft show \(draft.id)`"), "\(other.error)")
    #expect(server.post(1)?["body"] == "other words")
    // The same command again has not seen these.
    let again = try program.run(mine, input: "my words")
    #expect(again.status == 1)
    #expect(again.error.contains("nothing was overwritten"), "\(again.error)")
    #expect(server.post(1)?["body"] == "other words")
    #expect(try onlyDraft() == draft)
    // What has changed elsewhere in the post is in nobody's way.
    #expect(try program.run("drafts", "--delete", draft.id).status == 0)
    server.fail("/api/posts/update")
    #expect(try program.run(mine, input: "my words").status == 1)
    server.fail("/api/posts/update", false)
    #expect(try run("edit", "1", "--title", "another title").status == 0)
    #expect(try program.run(mine, input: "my words").status == 0)
    #expect(server.post(1)?["body"] == "my words")
    #expect(server.post(1)?["title"] == "another title")
    #expect(try program.run("drafts").output == "")
  }
}
