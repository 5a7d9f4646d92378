import PlainServer
import TerminalHarness
import Testing

extension FireflySession {
  /// Answers the questions of the sign-in as Ada, on a plain server.
  func signIn(on server: PlainServer) throws {
    try terminal.wait(for: "your e-mail address")
    try terminal.send("ada@example.org<enter>")
    try terminal.wait(for: "Enter the 4-digit code sent to ada@example.org")
    try terminal.send(try #require(server.code(of: "ada@example.org")))
  }
}

extension FireflyHome {
  /// Signs Ada in on a plain server, by the commands.
  func signIn(on server: PlainServer) throws {
    let email = "ada@example.org"
    _ = try run(["login", email, "--server", server.address])
    let code = try #require(server.code(of: email))
    let result = try run(["login", email, "--code", code, "--server", server.address])
    #expect(result.status == 0, "\(result.error)")
  }
}

extension ServeProcess {
  /// Signs a user in with a new home, by the commands.
  func signIn(_ email: String) throws -> FireflyHome {
    let home = try FireflyHome()
    _ = try home.run(["login", email, "--server", address])
    let code = try waitForCode(of: email)
    let result = try home.run(["login", email, "--code", code, "--server", address])
    #expect(result.status == 0, "\(result.error)")
    return home
  }
}
