import FireflyAPI
import FireflyCore
import FireflySources
import KeptLog
import Logging
import SourceFakes
import Testing

/// Signing in to a service of feeds with the password of its API.
@Suite(.endsServices) struct ReaderSignInTests {
  private func signIn(_ address: String, _ log: Logger? = nil) throws -> ServiceSignIn {
    ReaderSignIn(
      try SourceAddress(.reader, instance: "rss.example.org"), server: try ServerAddress(address),
      userAgent: "Firefly/1.2.3",
      logger: log ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ).service(for: Credentials())
  }

  @Test(arguments: ["/api/greader.php", ""])
  func theAddressIsTriedAsWrittenThenThatOfFreshRSS(_ place: String) async throws {
    var habits = FakeReader.Habits()
    habits.place = place
    let fake = try await FakeReader(habits)
    let withPassword = try #require(try signIn(fake.server.address).withPassword)
    let user = try await withPassword("ada", "ada-api")
    #expect(user.user == User(id: "ada", handle: "ada", name: "ada") && user.mayWrite)
    #expect(user.token == "ada/9294")
    // The password is in no address.
    #expect(fake.server.exchanges.allSatisfy { !$0.target.contains("ada-api") })
    // Its own address will do, too.
    let whole = try #require(try signIn(fake.server.address + place).withPassword)
    #expect(try await whole("ada", "ada-api").token == "ada/9294")
  }

  @Test func aWrongPasswordSaysWhereTheRightOneIs() async throws {
    let fake = try await FakeReader()
    let log = KeptLog()
    let withPassword = try #require(try signIn(fake.server.address, log.logger).withPassword)
    let error = await #expect(throws: APIError.self) {
      try await withPassword("ada", "geheim-wort")
    }
    #expect(error?.sentence.hasPrefix("rss.example.org refuses this name or password. ") == true)
    #expect(
      error?.sentence.contains("Miniflux") == true && !log.lines.joined().contains("geheim-wort"))
  }

  @Test func aServiceOfAnotherKindIsNamed() async throws {
    let fake = try await FakeService()
    fake.answer("/", withPage: "<html>Hello</html>")
    let withPassword = try #require(try signIn(fake.address).withPassword)
    await #expect(
      throws: APIError.notOffered("rss.example.org does not speak Google Reader's API.")
    ) { try await withPassword("ada", "ada-api") }
  }

  @Test func aPasswordIsNotSentWithoutEncryption() async throws {
    let withPassword = try #require(try signIn("http://rss.example.org").withPassword)
    let error = await #expect(throws: APIError.self) { try await withPassword("ada", "ada-api") }
    #expect(error?.sentence.contains("not encrypted") == true)
  }
}
