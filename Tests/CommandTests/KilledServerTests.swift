import Eventually
import Foundation
import FoundationNetworking
import OddInputs
import OwnThreads
import SeededRandom
import Synchronization
import Testing

/// `firefly serve`, killed in the middle of writing.
@Suite(.ownThreads) struct KilledServerTests {
  private static let email = "ada@example.org"
  /// How often it is killed; more with `FIREFLY_LONG=1`.
  private static let rounds =
    ProcessInfo.processInfo.environment["FIREFLY_LONG"] == nil ? 3 : 60
  private static let picture = SmallPicture.png(with: Data(count: 20_000))

  private static let session = {
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = 16
    return URLSession(configuration: configuration)
  }()

  private func create(_ title: String, at address: String) async throws -> Bool {
    let boundary = "boundary-of-a-test"
    var body = Data()
    for (name, value) in [("email", Self.email), ("title", title), ("body", "words of \(title)")] {
      body += Data(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
      )
    }
    body += Data(
      """
      --\(boundary)\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n
      """.utf8)
    body += Self.picture + Data("\r\n--\(boundary)--\r\n".utf8)
    var request = URLRequest(url: try #require(URL(string: address + "/api/posts/create")))
    request.httpMethod = "POST"
    request.setValue(
      title.replacing(" ", with: "-"), forHTTPHeaderField: "Idempotency-Key")
    request.setValue(
      "multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
    request.httpBody = body
    let (_, response) = try await Self.session.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode == 200
  }

  /// Lets sixteen write until the server is killed, some milliseconds after the first answer.
  ///
  /// They send first what had no answer before: it must not be there twice.
  /// - Returns: the titles that were answered, and those that were not.
  private func writeUntilKilled(
    _ round: Int, after milliseconds: Int, repeating titles: Set<String>, in home: Program
  ) async throws -> (answered: Set<String>, unanswered: Set<String>) {
    let house = try ServedHouse("--open", "--quota", "none", home: home)
    if round == 1 { try house.signIn(try Program(), Self.email) }
    let (address, answered, sent) = (house.address, Answered(), Answered())
    for title in titles where try await create(title, at: address) { answered.add(title) }
    let repeated = answered.titles.count
    await withTaskGroup { group in
      for writer in 1...16 {
        group.addTask {
          for number in 1... {
            let title = "round \(round), writer \(writer), post \(number)"
            sent.add(title)
            guard (try? await create(title, at: address)) == true else { return }
            answered.add(title)
          }
        }
      }
      // On a busy machine the first answer may take seconds.
      _ = try? await eventually { answered.titles.count > repeated }
      try? await Task.sleep(for: .milliseconds(milliseconds))
      kill(house.processID, SIGKILL)
    }
    return (answered.titles, sent.titles.subtracting(answered.titles))
  }

  @Test func killedServerKeepsConfirmedWritesWhole() async throws {
    let home = try Program()
    let uploads = home.home.appendingPathComponent(".local/share/firefly/uploads")
    var answered: Set<String> = []
    var unanswered: Set<String> = []
    var random = SplitMix(seed: 57)
    for round in 1...Self.rounds {
      let delay = Int.random(in: 0...240, using: &random)
      let written = try await writeUntilKilled(
        round, after: delay, repeating: unanswered, in: home)
      answered.formUnion(written.answered)
      unanswered = written.unanswered
      var found: Set<String> = []
      var shown: Set<String> = []
      for line in try home.run("export", "--flat").lines {
        let post = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        if let url = post?["image_url"] as? String { shown.insert(String(url.dropFirst(9))) }
        guard let title = post?["title"] as? String, title.hasPrefix("round") else { continue }
        #expect(found.insert(title).inserted, "\(title) occurs twice")
        #expect(post?["body"] as? String == "words of \(title)")
        let url = try #require(post?["image_url"] as? String)
        let file = uploads.appendingPathComponent(String(url.dropFirst(9)))
        #expect(try Data(contentsOf: file) == Self.picture)
      }
      #expect(answered.isSubset(of: found))
      // What was on its way has no post, and a name by which a later start knows it.
      for name in try FileManager.default.contentsOfDirectory(atPath: uploads.path)
      where !shown.contains(name) {
        #expect(name.contains(/^(\.[0-9A-F-]{36}|[0-9a-f]{32}\.png)$/), "\(name)")
      }
    }
    #expect(answered.count >= Self.rounds)
  }
}

/// The titles of posts that the server has said it has.
private final class Answered: Sendable {
  private let all = Mutex<Set<String>>([])

  var titles: Set<String> { all.withLock { $0 } }

  func add(_ title: String) { all.withLock { _ = $0.insert(title) } }
}
