import Foundation
import OwnThreads
import SeededRandom
import Synchronization
import TerminalHarness
import Testing

/// One client with many connections, beside one that wants to read and to sign in.
@Suite(.serialized, .ownThreads) struct HostileClientTests {
  /// What the hostile client sends on each of its connections, and never ends or reads.
  private static let attacks = [
    "search": "GET /api/search?q=a*%20b*%20c*%20d*%20e*%20f* HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "codes":
      "POST /api/auth/send-code HTTP/1.1\r\nHost: localhost\r\nContent-Length: 27\r\n\r\n"
      + #"{"email":"eve@example.org"}"#,
    "bodies":
      "POST /api/auth/send-code HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{",
    "readers": String(
      repeating: "GET /api/posts/recent?limit=500 HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 20),
    "events": "GET /api/events?user_email=eve@example.org HTTP/1.1\r\nHost: localhost\r\n\r\n",
  ]
  private static let connections = 150
  private static let questions = 60

  /// Keeps its connections busy until it is told to end.
  private static func attack(
    _ port: Int, _ request: String, until isOver: () -> Bool
  ) {
    let bytes = Array(request.utf8)
    var random = SplitMix(seed: 41)
    var files: [Int32] = []
    defer { files.forEach { close($0) } }
    while !isOver() {
      while files.count < connections {
        guard let file = LocalSocket.connect(to: port, from: "127.0.0.2") else { break }
        send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        files.append(file)
      }
      // Those that the server has closed are opened again, and so is one in ten of the others.
      files = files.filter { file in
        var byte: UInt8 = 0
        let state = recv(file, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        let isOpen = state < 0 && errno == EAGAIN || state > 0
        let stays = isOpen && Int.random(in: 0..<10, using: &random) > 0
        if !stays { close(file) }
        return stays
      }
      usleep(20_000)
    }
  }

  @Test(arguments: ["search", "codes", "bodies", "readers", "events"])
  func othersAreServed(_ name: String) async throws {
    let program = try Program()
    let posts = (1...300).map {
      #"{"title":"a post of number \#($0)","body":"be calm, dear \#($0)"}"#
    }
    #expect(try program.run("import", "-", input: posts.joined(separator: "\n")).status == 0)
    let house = try ServedHouse(home: program)
    let reader = try Program()
    // Ada is a known user from here on.
    try house.signIn(reader, "ada@example.org")
    let (port, request) = (house.port, try #require(Self.attacks[name]))
    let isOver = Mutex(false)
    let ended = AsyncStream.makeStream(of: Void.self)
    Thread {
      Self.attack(port, request) { isOver.withLock { $0 } }
      ended.continuation.finish()
    }.start()
    // Locked out, they would wait until the exchange gives up.
    for _ in 1...Self.questions {
      let answer = try LocalSocket.exchange(
        port,
        "GET /api/posts/recent-tagged?tags=post&limit=20 HTTP/1.1\r\nHost: localhost\r\n"
          + "Connection: close\r\n\r\n", within: 20)
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(name): \(answer.prefix(100))")
    }
    #expect(try reader.run("whoami", "--server", house.address).status == 0)
    #expect(try reader.run("logout", "--server", house.address).status == 0)
    try house.signIn(reader, "ada@example.org")
    isOver.withLock { $0 = true }
    for await _ in ended.stream {}
  }
}
