import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

@testable import FireflyVerbs

/// What `firefly serve` says of itself, whom it lets in, and how codes get to them.
@Suite(.ownThreads) struct ServingTests {
  private static let form = ["title=t", "summary=s", "body=b"]

  /// Writes a post as nobody but an e-mail, as the phone app does.
  private func create(at address: String, as email: String, _ more: [String] = []) throws -> String
  {
    let fields = (Self.form + ["email=\(email)"]).flatMap { ["--data-urlencode", $0] }
    return try Program.curl(fields + more + ["\(address)/api/posts/create"])
  }

  @Test(arguments: [
    ([], ["Anyone can read; signed-in users can write; anyone can sign up.", "printed here"]),
    (["--readers", "members"], ["Only signed-in users can read and write;"]),
    (
      ["--registration", "invited"],
      ["only people invited by `firefly member invite` can sign up."]
    ),
    ([], ["Limits for each user: 1 GB of pictures and 100 posts an hour."]),
    (["--quota", "posts=5/d"], ["Limits for each user: 1 GB of pictures and 5 posts a day."]),
    (["--mail-command", "true"], ["Sign-in codes are sent by the mail command."]),
    (["--open"], ["OPEN: anyone can read, and write in any user's name."]),
    (["--metrics-listen", "[::1]:0"], ["Metrics: http://[::1]:"]),
    (["--host-name", "posts.example.org"], ["Other names: posts.example.org."]),
    ([], ["To come in, from this machine only: firefly http://127.0.0.1:"]),
    (
      ["--trusted-proxy", "127.0.0.1", "--trusted-proxy", "10.0.0.0/8"],
      ["Trusted proxies: 127.0.0.1, 10.0.0.0/8."]
    ),
  ])
  func permissionsArePrinted(_ options: [String], _ words: [String]) throws {
    let program = try Program()
    let (process, output) = try program.start(["serve", "--port", "0"] + options)
    defer { process.terminate() }
    var text = ""
    while !text.contains("codes are") {
      let data = output.fileHandleForReading.nextData()
      try #require(!data.isEmpty)
      text += String(decoding: data, as: UTF8.self)
    }
    for words in words { #expect(text.contains(words)) }
  }

  /// It says how people come in, with the address that they can use.
  @Test(
    arguments: [
      (
        "http://127.0.0.1:8080", [],
        "To come in, from this machine only: firefly http://127.0.0.1:8080"
      ),
      ("http://[::1]:80", [], "To come in, from this machine only: firefly http://[::1]:80"),
      ("http://10.0.0.7:8080", [], "To come in: firefly http://10.0.0.7:8080"),
      (
        "http://0.0.0.0:8080", [],
        "To come in: firefly http://\(ProcessInfo.processInfo.hostName):8080"
      ),
      ("http://[::]:8080", ["posts.example.org"], "To come in: firefly posts.example.org"),
      ("unix:/run/firefly", [], "To come in: firefly unix:/run/firefly"),
      ("the socket of the service manager", [], nil),
    ] as [(String, [String], String?)])
  func theWayInIsPrinted(location: String, names: [String], line: String?) {
    #expect(Serve.wayIn(to: location, names: names) == line)
  }

  @Test func writingTakesASignInUnlessItIsOpen() throws {
    let closed = try ServedHouse()
    #expect(
      try create(at: closed.address, as: "noor@example.com").contains(
        "You need to sign in for this."))
    let open = try ServedHouse("--open")
    #expect(
      try create(at: open.address, as: "noor@example.com")
        .contains(#""author_email":"noor@example.com""#))
  }

  @Test func membersOnly() throws {
    let (house, program) = (try ServedHouse("--readers", "members"), try Program())
    for branch in [[], ["--parent", "3"], ["--tree"]] {
      let refused = try program.run(["posts", "--server", house.address] + branch)
      #expect(refused.status == 1)
      #expect(
        refused.error.contains(
          "You need to sign in for this. Use `firefly login --server \(house.address)`."),
        "\(refused.error)")
    }
    try house.signIn(program, "ada@example.org")
    #expect(try program.run("posts", "--limit", "2", "--server", house.address).lines.count == 2)
    // Pictures, too.
    let token = try #require(
      String(
        contentsOf: program.home.appendingPathComponent(".local/state/firefly/accounts.json"),
        encoding: .utf8
      ).firstMatch(of: /"token" : "([^"]+)"/)?.1)
    let uploads = house.home.home.appendingPathComponent(".local/share/firefly/uploads").path
    let picture = try #require(FileManager.default.contentsOfDirectory(atPath: uploads).first)
    let target = "\(house.address)/uploads/\(picture)"
    let status = ["-o", "/dev/null", "-w", "%{http_code}", target]
    #expect(try Program.curl(status) == "401")
    #expect(try Program.curl(["-H", "Authorization: Bearer \(token)"] + status) == "200")
  }

  @Test func invitedPeopleCanSignUp() throws {
    let (house, program) = (try ServedHouse("--registration", "invited"), try Program())
    // Strangers don't learn who is invited: they wait for a code that never comes.
    let stranger = try program.run("login", "mei@example.org", "--server", house.address)
    #expect(stranger.status == 1)
    #expect(stranger.error.contains("No code given."))
    // While it serves.
    let invited = try house.home.run("users", "--invite", "mei@example.org")
    #expect(invited.output == "Invited mei@example.org.\n")
    #expect(try house.home.run("users", "--members").lines.last?.hasSuffix("\tinvited") == true)
    try house.signIn(program, "mei@example.org")
    let member = try house.home.run("users", "--members").lines.last
    #expect(member?.hasPrefix("mei@example.org\t\t") == true)
    #expect(member?.hasSuffix("\t1") == true)
    let again = try house.home.run("users", "--invite", "mei@example.org")
    #expect(again.status == 1 && again.error.contains("is already a user"))
    #expect(try house.home.run("users", "--withdraw", "mei@example.org").status == 1)
  }

  @Test func refusedTextStaysADraft() throws {
    let (house, program) = (try ServedHouse("--quota", "posts=1/h"), try Program())
    try house.signIn(program, "mei@example.org")
    let server = ["--server", house.address]
    func post(_ title: String) throws -> Program.Result {
      try program.run(["post", "--title", title] + server, input: "words of \(title)")
    }
    #expect(try post("first").status == 0)
    let refused = try post("second")
    #expect(refused.status == 1)
    #expect(refused.error.contains("This server allows 1 post"))
    #expect(try program.run("drafts").output.contains("second"))
  }

  @Test func aMemberIsRemoved() throws {
    let (house, program) = (try ServedHouse(), try Program())
    try house.signIn(program, "mei@example.org")
    let server = ["--server", house.address]
    let post = try program.run(["post", "--title", "mine"] + server, input: "words")
    #expect(post.status == 0)
    // While it serves.
    let removed = try house.home.run("users", "--remove", "mei@example.org")
    #expect(removed.output == "Removed mei@example.org. 1 post was kept.\n")
    #expect(try house.home.run("users", "--remove", "mei@example.org").status == 1)
    let after = try program.run(["post", "--title", "again"] + server, input: "words")
    #expect(after.status == 1 && after.error.contains("signed out"))
    let list = try house.home.run("posts", "--limit", "1")
    #expect(list.output.contains("\tmine\t"))
    try house.signIn(program, "mei@example.org")
    let gone = try house.home.run("users", "--remove", "mei@example.org", "--posts")
    #expect(gone.output == "Removed mei@example.org. 0 posts were deleted.\n")
  }

  // MARK: The mail command

  @Test func theMailCommandGetsAddressAndCode() throws {
    let home = try Program()
    try home.write("#!/bin/sh\ncat > \"$1\"\n", to: "a mail/send")
    let script = home.home.appendingPathComponent("a mail/send").path
    chmod(script, 0o700)
    // A path with blanks has no arguments; a name and arguments are split at blanks.
    let link = home.home.appendingPathComponent("send").path
    symlink(script, link)
    let mail = home.home.appendingPathComponent("mail").path
    let house = try ServedHouse("--mail-command", "\(link) \(mail)", home: home)
    let program = try Program()
    let sent = try program.run("login", "ada@example.org", "--server", house.address)
    #expect(sent.error.contains("was sent to ada@example.org"))
    let text = try String(contentsOfFile: mail, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && lines[0] == "ada@example.org")
    let code = try #require(lines.last)
    #expect(code.wholeMatch(of: /[0-9]{4}/) != nil)
    // It is in no log.
    #expect(home.log?.contains(code) != true)
    let right = try program.run(
      "login", "ada@example.org", "--code", code, "--server", house.address)
    #expect(right.status == 0)
  }

  /// Some end before they have read anything, others never begin.
  @Test(arguments: ["false", "/nowhere/at/all", "nowhere", "sh nowhere", "/etc/hostname", "/tmp"])
  func aMailCommandThatFails(_ command: String) throws {
    let (house, program) = (try ServedHouse("--mail-command", command), try Program())
    let result = try program.run("login", "ada@example.org", "--server", house.address)
    #expect(result.status == 1)
    #expect(
      result.error.contains(
        "The code could not be sent. Try again later, or tell the server's administrator (500)."))
    let log = try #require(house.home.log)
    #expect(log.contains("A sign-in code could not be sent to ada@example.org"))
    #expect(log.firstMatch(of: /code .* is \d{4}/) == nil)
  }

  @Test func aMailCommandThatHangs() throws {
    let (home, program) = (try Program(), try Program())
    try home.write("echo $$ >pid; exec sleep 77", to: "hang")
    let house = try ServedHouse("--mail-command", "sh hang", home: home)
    let result = try program.run("login", "ada@example.org", "--server", house.address)
    #expect(result.error.contains("The code could not be sent."))
    #expect(home.log?.contains("the mail command took more than 10.0 seconds") == true)
    let text = try String(contentsOf: home.home.appendingPathComponent("pid"), encoding: .utf8)
    let number = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(number, 0) == -1 && errno == ESRCH)
  }

  /// A program that it leaves behind has its output open, and is no reason to wait.
  @Test func aMailCommandThatLeavesAChild() throws {
    let (home, program) = (try Program(), try Program())
    try home.write(
      "read mail; read code; (sleep 30; echo late >late) & echo $code >code", to: "leave")
    let house = try ServedHouse("--mail-command", "sh leave", home: home)
    let sent = try program.run("login", "ada@example.org", "--server", house.address)
    #expect(sent.error.contains("was sent to ada@example.org"), "\(sent.error)")
    let file = home.home.appendingPathComponent("code")
    let code = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    let right = try program.run(
      "login", "ada@example.org", "--code", code, "--server", house.address)
    #expect(right.status == 0, "\(right.error)")
  }

  /// The log has its last line, without codes and e-mails, and its status.
  @Test func whatAMailCommandSaysIsLogged() throws {
    let (home, program) = (try Program(), try Program())
    let long = String(repeating: "x", count: 300)
    try home.write(
      """
      read mail; read code; i=0
      while [ $i -lt 3000 ]; do echo "line $i of a flood of words, more than a pipe holds" >&2; i=$((i+1)); done
      printf 'relay\\033[31m refused <%s> for code=%s, 451 4.7.1 try 12345; \(long)\\n\\n' $mail $code >&2
      exit 75
      """, to: "fail")
    let house = try ServedHouse("--mail-command", "sh fail", home: home)
    _ = try program.run("login", "ada@example.org", "--server", house.address)
    let log = try #require(home.log)
    let line = try #require(
      log.split(separator: "\n").first { $0.contains("the mail command failed") })
    #expect(
      line.contains("exit status 75: relay refused … for code=…, 451 4.7.1 try …; xxx"), "\(line)")
    let words = line.split(separator: "exit status 75: ").last ?? ""
    #expect(words.count <= 200 && words.firstMatch(of: /\d{4}/) == nil && !words.contains("@"))
    withExtendedLifetime(house) {}
  }

  @Test func noMailCommandLeavesFilesOpen() throws {
    let (house, program) = (try ServedHouse("--mail-command", "false"), try Program())
    func send(_ number: Int) throws {
      _ = try program.run("login", "a\(number)@example.org", "--server", house.address)
    }
    try send(0)
    let folder = "/proc/\(house.processID)/fd"
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).count
    for number in 1...12 { try send(number) }
    let after = try FileManager.default.contentsOfDirectory(atPath: folder).count
    // A connection of the last may not be gone yet.
    #expect(after <= before + 2)
  }
}
