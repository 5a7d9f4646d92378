import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// One user with many slow uploads: others are served, whatever is in front of the server.
@Suite(.ownThreads) struct SlowMemberTests {
  /// What stands in front of the server.
  enum Front: Sendable { case nothing, oneServer, severalServers }

  /// Who sends, and from how many addresses.
  struct Attack: Sendable {
    let isMember: Bool
    let addresses: Int
    let perAddress: Int
  }

  private static let connections = 64
  // An address or an account may have 16 of the 64 connections.
  private static let oneMember = Attack(isMember: true, addresses: 6, perAddress: 15)
  private static let oneAddress = Attack(isMember: false, addresses: 1, perAddress: 90)
  private static let manyAddresses = Attack(isMember: false, addresses: 30, perAddress: 3)

  private func token(of email: String, at house: ServedHouse) throws -> String {
    func post(_ path: String, _ json: String) throws -> String {
      try Program.curl([
        "-H", "Content-Type: application/json", "-d", json, "\(house.address)/api/auth/\(path)",
      ])
    }
    _ = try post("send-code", #"{"email":"\#(email)"}"#)
    let code = try house.nextCode(for: email)
    let answer = try post(
      "verify-code", #"{"email":"\#(email)","code":"\#(code)","device_id":"device"}"#)
    return String(try #require(answer.firstMatch(of: /"token": *"([^"]+)"/)).1)
  }

  /// Starts HAProxy with the manual's text; again if somebody took the port meanwhile.
  private func startHAProxy(_ front: Front, _ house: ServedHouse) throws -> (
    ChildProgram, port: Int
  ) {
    for _ in 1...3 {
      let (process, port) = try startHAProxy(front, house, port: FreePort.any())
      var isListening = false
      _ = eventuallyBlocking {
        isListening = LocalSocket.connect(to: port).map { close($0) } != nil
        return isListening || !process.isRunning
      }
      if isListening { return (process, port) }
      process.terminate()
    }
    throw CocoaError(.executableLoad)
  }

  private func startHAProxy(
    _ front: Front, _ house: ServedHouse, port: Int
  ) throws -> (ChildProgram, port: Int) {
    var lines = try ManualBlock.beginning(with: "frontend posts")
    if front == .severalServers {
      let frontend = try #require(lines.split(separator: "\nbackend firefly").first)
      lines = try frontend + "\n" + ManualBlock.beginning(with: "backend firefly")
    }
    lines =
      lines
      .replacing(/bind :443 ssl crt \S+/, with: "bind 127.0.0.1:\(port)")
      .replacing(/127\.0\.0\.1:808\d/, with: "127.0.0.1:\(house.port)")
    try house.home.write(lines, to: "haproxy.cfg")
    let (process, _) = try house.home.start(command: [
      try #require(haproxy), "-db", "-f", house.home.home.path + "/haproxy.cfg",
    ])
    return (process, port)
  }

  @Test(arguments: [
    (Front.nothing, oneMember), (.nothing, manyAddresses), (.oneServer, oneMember),
    (.oneServer, oneAddress), (.severalServers, oneMember), (.severalServers, manyAddresses),
  ])
  func othersAreServed(front: Front, attack: Attack) throws {
    // Without HAProxy, only the direct way can be tried.
    if front != .nothing, haproxy == nil { return }
    let house = try ServedHouse(
      "--connections", "\(Self.connections)", "--trusted-proxy", "127.0.0.1", "--quota", "none")
    let token = try attack.isMember ? token(of: "mal@example.org", at: house) : "none"
    var port = house.port
    var proxy: ChildProgram?
    defer { proxy?.terminate() }
    if front != .nothing { (proxy, port) = try startHAProxy(front, house) }
    let head =
      "POST /api/posts/create HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000000\r\n\r\nbody="
    var held: [Int32] = []
    defer { held.forEach { close($0) } }
    for address in 1...attack.addresses {
      for _ in 1...attack.perAddress {
        guard let file = LocalSocket.connect(to: port, from: "127.0.9.\(address)") else { continue }
        held.append(file)
        send(file, head, head.utf8.count, Int32(MSG_NOSIGNAL))
      }
    }
    #expect(held.count == attack.addresses * attack.perAddress)
    // From then on they count as slow.
    usleep(1_500_000)
    let piece = String(repeating: "a", count: 1_500)
    var statuses: [Substring] = []
    for _ in 1...20 {
      for file in held {
        send(file, piece, piece.utf8.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      let answer = try LocalSocket.exchange(
        port, "GET /api/posts/recent HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        within: 20)
      statuses.append(answer.prefix(12).suffix(3))
    }
    #expect(statuses.count { $0 == "200" } == 20, "\(statuses)")
  }
}
