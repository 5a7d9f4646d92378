import Eventually
import FireflyCore
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly login`, `logout`, `whoami` and `devices`.
@Suite(.ownThreads) struct AccountCommandTests {
  private func run(
    _ program: Program, _ house: ServedHouse, _ words: String..., input: String = ""
  ) throws -> Program.Result {
    try program.run(words + ["--server", house.address], input: input)
  }

  @Test func oneSignsInAndOut() throws {
    let (house, program) = (try ServedHouse(), try Program())
    let before = try run(program, house, "whoami")
    #expect(before.status == 1)
    #expect(
      before.error == "firefly: You are not signed in to \(house.address). "
        + "Use `firefly login --server \(house.address)`.\n")
    // The e-mail comes by a line as well; where no code comes, it is told what to do with one.
    let asked = try run(program, house, "login", input: "new@example.com\n")
    #expect(asked.status == 1)
    #expect(
      asked.error.contains(
        "A 4-digit code was requested for new@example.com. This server sends no e-mail: ask"))
    #expect(
      asked.error.contains(
        "Use `firefly login new@example.com --code CODE --server \(house.address)`"))
    let code = try house.nextCode()
    #expect(!asked.error.contains(code) && !asked.output.contains(code))
    let wrong = try run(program, house, "login", "new@example.com", "--code", "x")
    #expect(wrong.status == 1 && wrong.error == "firefly: Wrong code.\n")
    let right = try run(program, house, "login", "new@example.com", "--code", code)
    #expect(right.status == 0)
    #expect(right.output.hasPrefix("Welcome, new@example.com. Your account on \(house.address)"))
    #expect(try run(program, house, "whoami").output == "new@example.com on \(house.address)\n")
    let used = try run(program, house, "login", "new@example.com", "--code", code)
    #expect(used.status == 1 && used.error.contains("This code has expired"))

    let devices = try run(program, house, "devices")
    #expect(devices.lines.count == 1)
    #expect(devices.output.hasSuffix("\t*\n"))
    let out = try run(program, house, "logout")
    #expect(out.output == "new@example.com is signed out of \(house.address).\n")
    #expect(out.status == 0 && out.error == "")
    #expect(try run(program, house, "whoami").status == 1)
    #expect(try run(program, house, "logout").status == 1)
    #expect(try run(program, house, "devices").status == 1)
  }

  @Test func allDevicesAreSignedOutAtOnce() throws {
    let house = try ServedHouse()
    // An address may ask for two codes for an e-mail in a minute.
    let programs = try (1...2).map { _ in try Program() }
    for program in programs { try house.signIn(program, "ada@example.org") }
    let stranger = try Program()
    try house.signIn(stranger, "ben@example.org")
    #expect(try run(programs[0], house, "devices").lines.count == 2)
    let result = try run(programs[0], house, "devices", "--revoke-all")
    #expect(
      result.output
        == "Signed out 2 devices of ada@example.org, this one included. "
        + "Use `firefly login` to sign in again.\n")
    // This one knows it; the others learn it from the server.
    let here = try run(programs[0], house, "whoami")
    #expect(here.status == 1 && here.error.contains("You are not signed in"))
    for program in programs.dropFirst() {
      let there = try run(program, house, "whoami")
      #expect(there.status == 1 && there.output == "")
      #expect(
        there.error
          == "firefly: ada@example.org is signed out on \(house.address): this device was "
          + "revoked there. Use `firefly login --server \(house.address)`.\n")
    }
    #expect(try run(stranger, house, "whoami").output.hasPrefix("ben@example.org on"))
  }

  /// A file that was edited by hand may have the token of another person.
  @Test func theTokenOfAnotherIsNamed() throws {
    let (house, ada, ben) = (try ServedHouse(), try Program(), try Program())
    try house.signIn(ada, "ada@example.org")
    try house.signIn(ben, "ben@example.org")
    let path = ada.home.appendingPathComponent(".local/state/firefly/accounts.json")
    let other = ben.home.appendingPathComponent(".local/state/firefly/accounts.json")
    let mine = try String(contentsOf: path, encoding: .utf8)
    let his = try String(contentsOf: other, encoding: .utf8)
    let token = try #require(mine.firstMatch(of: /"token"\s*:\s*"([^"]+)"/)).1
    let wrong = try #require(his.firstMatch(of: /"token"\s*:\s*"([^"]+)"/)).1
    try mine.replacing(token, with: wrong).write(to: path, atomically: false, encoding: .utf8)
    let result = try run(ada, house, "whoami")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.error.contains("\(house.address) says: You are signed in as ben@example.org."),
      "\(result.error)")
    #expect(result.error.contains("not that of ada@example.org"), "\(result.error)")
  }

  @Test func theAccountIsPrintedWithoutTheServer() throws {
    let program = try Program()
    var house: ServedHouse? = try ServedHouse()
    let address = try #require(house).address
    try house?.signIn(program, "ada@example.org")
    house = nil
    let result = try program.run("whoami", "--server", address)
    #expect(result.output == "ada@example.org on \(address)\n")
    #expect(result.status == 0 && result.error.contains("may have signed out this device"))
  }

  /// All in one go, at a terminal: a wrong code, another one sent, then the right one.
  @Test func aDialogue() throws {
    let (house, program) = (try ServedHouse(), try Program())
    let session = try program.terminal(["login", "--server", house.address])
    try session.wait(for: "Your e-mail, which readers there can see:")
    try session.send("first@example.com<enter>")
    try session.wait(for: "was requested for first@example.com")
    _ = try house.nextCode()
    try session.send("second@example.com<enter>")
    try session.wait(for: "was requested for second@example.com")
    _ = try house.nextCode()
    try session.send("none<enter>")
    // Where the code comes from is said again.
    try session.wait(for: "Wrong code. This server sends no e-mail")
    try session.send("<enter>")
    let code = try house.nextCode()
    try session.send("\(code)<enter>")
    #expect(try session.waitForExit() == .code(0))
    #expect(
      try run(program, house, "whoami").output == "second@example.com on \(house.address)\n")
  }

  @Test func twoServersTwoAccounts() throws {
    let (one, two, program) = (try ServedHouse(), try ServedHouse(), try Program())
    try one.signIn(program, "one@example.com")
    try two.signIn(program, "two@example.com")
    #expect(try run(program, one, "whoami").output.hasPrefix("one@example.com on"))
    // However the address is written.
    let shouted = one.address.replacing("http", with: "HTTP") + "/"
    #expect(try program.run("whoami", "--server", shouted).output.hasPrefix("one@example.com"))
    #expect(try run(program, two, "logout").status == 0)
    #expect(try run(program, two, "whoami").status == 1)
    #expect(try run(program, one, "whoami").status == 0)
  }

  /// Two people at one server: each is who their token names, and ends the other's stay nowhere.
  @Test func twoPeopleOneServer() throws {
    let house = try ServedHouse()
    let (ada, ben, phone) = (try Program(), try Program(), try Program())
    try house.signIn(ada, "ada@example.org")
    try house.signIn(phone, "ada@example.org")
    try house.signIn(ben, "ben@example.org")
    let listed = try run(ada, house, "devices").lines.map { $0.split(separator: "\t") }
    #expect(listed.count == 2)
    let own = try #require(listed.first { $0.last == "*" }?[0])
    let other = try #require(listed.first { $0.last != "*" }?[0])
    let foreign = try run(ben, house, "devices", "--revoke", String(own))
    #expect(foreign.status == 1)
    #expect(foreign.error.contains("No device \(own)."))
    let revoked = try run(ada, house, "devices", "--revoke", String(other))
    #expect(revoked.output == "Signed out device \(other).\n")
    // The phone hears it when it next asks; what it reads it still reads.
    let refused = try run(phone, house, "devices")
    #expect(refused.status == 1)
    #expect(refused.error.contains("This device is signed out here. Sign in again."))
    #expect(try run(phone, house, "posts", "--limit", "1").status == 0)
    // Signing out where the token is void is no failure.
    let out = try run(phone, house, "logout")
    #expect(out.status == 0 && out.error == "")
  }

  /// A second sign-in adds an account, and every command can say which one it means.
  @Test func twoAccountsOneServer() throws {
    let (house, program) = (try ServedHouse(), try Program())
    #expect(try program.run("accounts").output == "")
    try house.signIn(program, "ada@example.org")
    #expect(try run(program, house, "login", "ben@example.org").status == 1)
    let code = try house.nextCode(for: "ben@example.org")
    let second = try run(program, house, "login", "ben@example.org", "--code", code)
    #expect(second.output.contains("ada@example.org stays signed in, too"))
    let address = house.address
    #expect(
      try program.run("accounts").lines == [
        "ben@example.org\tben@example.org\t\(address)\t*",
        "ada@example.org\tada@example.org\t\(address)\t",
      ])
    let elsewhere = try program.run("accounts", "--server", "http://127.0.0.1:1")
    #expect(elsewhere.output == "")
    #expect(elsewhere.error.contains("You are not signed in to http://127.0.0.1:1."))
    func who(_ words: String..., environment: [String: String] = [:]) throws -> String {
      try program.run(words + ["--server", address], environment: environment).output
    }
    #expect(try who("whoami").hasPrefix("ben@"))
    #expect(try who("whoami", "--as", "ada").hasPrefix("ada@"))
    #expect(try who("--as", "ADA@example.org", "whoami").hasPrefix("ada@"))
    #expect(try who("whoami", environment: ["FIREFLY_AS": "ada"]).hasPrefix("ada@"))
    #expect(try who("whoami", "--as", "ben", environment: ["FIREFLY_AS": "ada"]).hasPrefix("ben@"))
    let post = try run(program, house, "post", "--title", "From Ada", "--as", "ada")
    #expect(post.status == 0)
    let id = post.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let foreign = try run(program, house, "delete", id, "--yes")
    #expect(foreign.status == 1 && foreign.error.contains("Only the author"))
    #expect(try run(program, house, "delete", id, "--yes", "--as", "ada").status == 0)
    #expect(try run(program, house, "devices", "--as", "ada").lines.count == 1)

    // The one that is not current goes; then the next one is.
    let out = try run(program, house, "logout", "--as", "ada")
    #expect(
      out.output
        == "ada@example.org is signed out of \(address).\nYou are ben@example.org there now.\n")
    try house.signIn(program, "ada@example.org")
    #expect(try run(program, house, "logout").output.contains("You are ben@example.org there now."))
    #expect(try who("whoami").hasPrefix("ben@"))
    #expect(try run(program, house, "logout").output.contains("now") == false)
    #expect(try program.run("accounts").output == "")
  }

  /// A name that is nobody's is never somebody else.
  @Test func namesOfAccountsThatAreNotThere() throws {
    let (house, program) = (try ServedHouse(), try Program())
    let none = try run(program, house, "posts", "--as", "ada")
    #expect(none.status == 64 && none.error.contains("you have none there"))
    // A variable is for all servers, also those without an account.
    let variable = ["FIREFLY_AS": "cy"]
    #expect(
      try program.run(["posts", "--server", house.address], environment: variable).status == 0)
    #expect(try program.run("whoami", environment: variable).status == 0)
    try house.signIn(program, "ada@example.org")
    for words in [["whoami"], ["post", "--title", "x"], ["posts"], ["logout"], ["drafts"]] {
      let arguments = words + ["--server", house.address]
      for result in try [
        program.run(arguments + ["--as", "cy"]), program.run(arguments, environment: variable),
      ] {
        #expect(result.status == 64 && result.output == "")
        #expect(result.error.contains("No account “cy”"))
        #expect(result.error.contains("You have ada@example.org"))
      }
    }
    // What was written for a name that is nobody's is kept for that name: nobody else is offered it.
    let kept = try program.run(
      ["post", "--title", "For Ada", "--server", house.address, "--as", "adda"], input: "Words.")
    #expect(kept.status == 64 && kept.error.contains("kept as draft"))
    #expect(try run(program, house, "post", "--title", "x").status == 0)
    let drafts = try program.run("drafts").lines
    #expect(drafts.count == 1 && drafts[0].contains("\tadda"), "\(drafts)")
    let screen = try program.terminal(["--server", house.address, "--as", "cy"])
    #expect(try screen.waitForExit() == .code(64))
    #expect(screen.screenText.contains("No account “cy”"))
    #expect(try run(program, house, "whoami").output.hasPrefix("ada@"))
    // The one of an import is the name of a file.
    #expect(try program.run(["import", "--as", "x", "-"], input: #"{"title":"x"}"#).status == 0)
  }

  /// A text that is kept before anybody is known to be signed in is the account's that is meant, by whatever of its
  /// names; without accounts the variable names nobody.
  @Test(arguments: [["--tytle", "x"], ["--warning", "x"]])
  func aKeptTextIsOfTheAccountThatIsMeant(_ mistake: [String]) throws {
    let (house, program) = (try ServedHouse(), try Program())
    try house.signIn(program, "ada@example.org")
    try house.signIn(program, "ben@example.org")
    for (name, kept) in [("ada", "ada@example.org"), ("BEN@example.org", "ben@example.org")] {
      for (option, environment) in [(["--as", name], [:]), ([], ["FIREFLY_AS": name])] {
        let arguments = ["post", "--server", house.address] + option + mistake
        let result = try program.run(arguments, input: "Words.", environment: environment)
        #expect(result.status != 0 && result.error.contains("kept as draft"), "\(result.error)")
        let drafts = try program.run("drafts").lines
        #expect(drafts.count == 1 && drafts[0].contains("\t\(kept)"), "\(drafts)")
        let named = try #require(drafts.first?.split(separator: "\t").first)
        #expect(try program.run("drafts", "--delete", String(named)).status == 0)
      }
    }
    let own = try program.run(
      ["post"] + mistake, input: "Words.", environment: ["FIREFLY_AS": "cy"])
    #expect(own.error.contains("kept as draft"))
    #expect(try program.run("drafts").lines.allSatisfy { !$0.contains("\tcy") })
  }

  @Test func ownServersNeedNoSignIn() throws {
    let program = try Program()
    let me = try program.run("whoami")
    #expect(me.status == 0)
    #expect(me.output.hasSuffix(" on Firefly's own server\n"))
    let login = try program.run("login")
    #expect(login.status == 0)
    #expect(login.output.hasPrefix("Your own server needs no sign-in; you are "))
    #expect(try program.run("login", "somebody@example.com").status == 1)
    let logout = try program.run("logout")
    #expect(logout.status == 0 && logout.output == login.output)
    #expect(try program.run("logout", "--forget").status == 1)
    #expect(try program.run("devices").output == "")
    // No socket stays behind.
    let run = program.home.appendingPathComponent(".local/share/firefly/run").path
    #expect((try? FileManager.default.contentsOfDirectory(atPath: run)) ?? [] == [])
  }

  /// What is wrong with the file is said; one goes on, signed out.
  @Test func aDamagedFileIsSaid() throws {
    let (house, program) = (try ServedHouse(), try Program())
    try house.signIn(program, "ada@example.org")
    let file = ".local/state/firefly/accounts.json"
    try program.write("{", to: file)
    let posts = try run(program, house, "posts", "--limit", "1")
    #expect(posts.status == 0 && posts.lines.count == 1)
    #expect(posts.error.contains("\(file) is damaged, so you are signed out."))
    let me = try run(program, house, "whoami")
    #expect(me.status == 1)
    try house.signIn(program, "ada@example.org")
    #expect(try run(program, house, "whoami").error == "")
  }

  /// Signing out takes what was read, which may be for members only; the rest goes only if one says so, and that of
  /// others stays.
  @Test func forgettingTakesWhatIsKept() throws {
    let (house, program) = (try ServedHouse(), try Program())
    try house.signIn(program, "ada@example.org")
    let browsing = try program.terminal(["--server", house.address])
    try browsing.wait(matching: #"1 of \d"#)
    let cache = program.home.appendingPathComponent(".cache/firefly")
    func kept(_ name: String = "pictures") -> Int {
      let path = cache.appendingPathComponent(name).path
      return (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
    }
    try #require(eventuallyBlocking { kept() > 0 })
    try browsing.waitForRest()
    try browsing.send("q")
    #expect(try browsing.waitForExit() == .code(0))
    try #require(kept() > 0 && kept("lists") > 0)
    try keepDraft(program, house.address, "ada@example.org")
    try keepDraft(program, house.address, "ben@example.org")
    try keepDraft(program, "http://127.0.0.1:1", "ada@example.org")
    func drafts() throws -> Int { try program.run("drafts").lines.count }
    try #require(drafts() == 3)
    #expect(try program.run("logout", "--forget", "--server", "http://127.0.0.1:1").status == 0)
    #expect(try drafts() == 2)
    #expect(try run(program, house, "logout").status == 0)
    #expect(kept() == 0 && kept("lists") == 0)
    #expect(try drafts() == 2)
    // Those of the account, if there is one.
    try house.signIn(program, "ada@example.org")
    let forgotten = try run(program, house, "logout", "--forget")
    #expect(forgotten.output.hasSuffix("\n1 draft was deleted.\n"), "\(forgotten.output)")
    #expect(kept() == 0)
    #expect(try drafts() == 1)
    let gone = try run(program, house, "logout", "--forget")
    #expect(gone.output == "Deleted the local data of \(house.address).\n1 draft was deleted.\n")
    #expect(try drafts() == 0)
  }

  /// A draft as the program keeps it.
  private func keepDraft(_ program: Program, _ server: String, _ account: String) throws {
    let key = Draft.Key(
      server: SiteID(kept: server), account: PersonID(kept: account), target: .newPost(below: nil))
    let draft = Draft(key: key, words: PostText(title: "unfinished"))
    let kept = StoredDraft(draft: draft, startedAt: 1_800_000_000, changedAt: 1_800_000_000)
    try program.write(
      String(decoding: try JSONEncoder().encode(kept), as: UTF8.self),
      to: ".local/state/firefly/drafts/\(key.id).json")
  }

  @Test(arguments: [
    (["login", "--code", "1234"], "--code requires the e-mail"),
    (["posts", "--as", "ada", "--data", "x"], "Your own server has one account, yours."),
    (["posts", "--as", "ada", "--server", "hn:"], "Hacker News needs no sign-in"),
    (["devices", "--revoke", "0"], "The number of a device must be 1 or more."),
    (["users", "--invite", "nonsense"], "“nonsense” is not an e-mail address."),
    (["users", "--invite", "a@b", "--withdraw", "a@b"], "Unknown option '--withdraw'"),
    (["users", "--members", "--withdraw", "a@b"], "Unknown option '--withdraw'"),
    (["member", "remove", "a@b", "--withdraw", "a@b"], "Unknown option '--withdraw'"),
    (["users", "--remove", "nonsense"], "“nonsense” is not an e-mail address."),
    (["users", "--posts"], "Unknown option '--posts'"),
    (["serve", "--quota", "posts=many"], "is invalid"),
    (["users", "--limit", "0"], "--limit must be 1 or more"),
    (["users", "--members", "--limit", "3"], "Unknown option '--limit'"),
    (["member", "invite", "a@b", "--limit", "3"], "Unknown option '--limit'"),
    (["users", "--members", "--server", "http://127.0.0.1:1"], "your own server only"),
    (["users", "--withdraw", "a@b", "--server", "http://127.0.0.1:1"], "your own server only"),
    (["serve", "--open", "--readers", "members"], "can't be combined with --readers members"),
    (["serve", "--readers", "some"], "is invalid"),
    (["serve", "--registration", "x"], "is invalid"),
    (["serve", "--mail-command", " "], "is invalid"),
  ])
  func badUsage(_ arguments: [String], _ words: String) throws {
    let result = try Program().run(arguments)
    #expect(result.status == 64)
    #expect(result.error.replacing("\n", with: " ").contains(words))
  }
}
