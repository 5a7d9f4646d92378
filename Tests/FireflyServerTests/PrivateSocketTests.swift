import FireflyAPI
import Foundation
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// The server that a program starts for itself.
@Suite struct PrivateSocketTests {
  private func server(_ home: TemporaryStore) async throws -> EmbeddedServer {
    try await EmbeddedServer(folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func socket(_ address: ServerAddress) throws -> String { try #require(address.socket) }

  @Test func onlyTheClientReachesTheSocket() async throws {
    let home = try await TemporaryStore.sample()
    let server = try await server(home)
    let address = try await server.startPrivately(environment: [:])
    let client = LiveClient(server: address, logger: silent)
    #expect(try await client.post(3, false).title == "building a loom")
    #expect(try await client.children(3, 1).posts.ids == [5, 4])
    let folder = home.folder.appendingPathComponent("run").path
    #expect(try socket(address).hasPrefix(folder))
    #expect(try permissions(folder) == 0o700)
    await server.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    await #expect(throws: APIError.unreachable(host: "Firefly's own server")) {
      _ = try await client.post(3, false)
    }
  }

  @Test func theSystemsFolderIsUsedIfItIsOurs() async throws {
    let home = try TemporaryStore()
    let runtime = home.folder.appendingPathComponent("runtime")
    try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: false)
    let server = try await server(home)
    let address = try await server.startPrivately(environment: ["XDG_RUNTIME_DIR": runtime.path])
    #expect(try socket(address).hasPrefix(runtime.path + "/firefly/"))
    await server.stop()
    // Others may look into this one.
    chmod(runtime.appendingPathComponent("firefly").path, 0o755)
    let other = try await server.startPrivately(environment: ["XDG_RUNTIME_DIR": runtime.path])
    #expect(try socket(other).hasPrefix(home.folder.path + "/run/"))
    await server.stop()
    let missing = try await server.startPrivately(environment: ["XDG_RUNTIME_DIR": "/dev/null"])
    #expect(try socket(missing).hasPrefix(home.folder.path + "/run/"))
    await server.stop()
  }

  /// A socket's path has 107 bytes; a folder's may have thousands.
  @Test func deepFoldersWork() async throws {
    let home = try TemporaryStore()
    let deep = home.folder.appendingPathComponent(String(repeating: "deep-", count: 30))
    let server = try await EmbeddedServer(
      folder: deep, logger: silent, localUser: { TemporaryStore.ada })
    let client = LiveClient(
      server: try await server.startPrivately(environment: [:]), logger: silent)
    #expect(try await !client.recentPosts("post", .everyone, nil, 50).posts.isEmpty)
    await server.stop()
    let left = try FileManager.default.contentsOfDirectory(
      atPath: deep.appendingPathComponent("run").path)
    #expect(left.isEmpty)
  }

  @Test func twoProgramsOnOneFolderDoNotMeet() async throws {
    let home = try await TemporaryStore.sample()
    let (first, second) = (try await server(home), try await server(home))
    #expect(first.identity == second.identity)
    let addresses = [
      try await first.startPrivately(environment: [:]),
      try await second.startPrivately(environment: [:]),
    ]
    #expect(addresses[0] != addresses[1])
    await first.stop()
    let client = LiveClient(server: addresses[1], logger: silent)
    #expect(try await client.post(3, false).id == 3)
    await second.stop()
  }

  @Test func socketsOfDeadProgramsAreRemoved() async throws {
    let home = try TemporaryStore()
    let run = home.folder.appendingPathComponent("run")
    let live = try await server(home)
    let liveSocket = try socket(try await live.startPrivately(environment: [:]))
    func leave(_ name: String, age: Double) throws -> String {
      let path = run.appendingPathComponent(name).path
      let file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      #expect(isBound)
      close(file)
      try Self.age(path, by: age)
      return path
    }
    try Self.age(liveSocket, by: 3600)
    let old = try leave("1-a.sock", age: 3600)
    let young = try leave("2-b.sock", age: 1)
    try Data().write(to: run.appendingPathComponent("file.sock"))
    try Self.age(run.appendingPathComponent("file.sock").path, by: 3600)
    let next = try await server(home)
    _ = try await next.startPrivately(environment: [:])
    let exist = FileManager.default.fileExists(atPath:)
    #expect(!exist(old))
    #expect(exist(young) && exist(liveSocket) && exist(run.path + "/file.sock"))
    await next.stop()
    await live.stop()
  }

  private static func age(_ path: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: path)
  }

  @Test func whereNoSocketCanBeItIsSaid() async throws {
    let home = try TemporaryStore()
    let server = try await server(home)
    try Data().write(to: home.folder.appendingPathComponent("run"))
    let temporary = FileManager.default.temporaryDirectory.path
    // The last resort is a temporary folder.
    let address = try await server.startPrivately(environment: [:])
    #expect(try socket(address).hasPrefix("\(temporary)/firefly-\(geteuid())/"))
    await server.stop()
  }

  /// Only what is the server's own goes by its socket; a picture elsewhere would go over the network, and not into the
  /// user's own.
  @Test func otherHostsAreNotAskedByTheSocket() async throws {
    let (own, other) = (try await TemporaryStore.sample(), try await TemporaryStore.sample())
    let (embedded, foreign) = (try await server(own), try await server(other))
    let url = try await foreign.start()
    let client = LiveClient(
      server: try await embedded.startPrivately(environment: [:]), logger: silent)
    let draft = try other.store.uploads.draft()
    try draft.append(Array(RouterWritingTests.png))
    let name = try draft.contentName()
    try draft.save(as: name)
    let path = "/uploads/" + name
    for address in [url.absoluteString + path, path] {
      await #expect(throws: APIError.self) { _ = try await client.picture(address, nil) }
    }
    let named = LiveClient(server: try ServerAddress(url.absoluteString), logger: silent)
    #expect(try await named.picture(path, nil)?.bytes == RouterWritingTests.png)
    await embedded.stop()
    await foreign.stop()
  }

  @Test func theIdentityStays() async throws {
    let home = try TemporaryStore()
    let first = try await server(home).identity
    #expect(first.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(try await server(home).identity == first)
    #expect(try await server(try TemporaryStore()).identity != first)
  }
}
