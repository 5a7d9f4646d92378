import Eventually
import FireflyCore
import Foundation
import Synchronization
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// A slow disk keeps only those waiting who need it.
@Suite(.serialized) struct BlockingTests {
  /// How many answers have come.
  private final class Count: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  @Test func picturesAreReadAndWrittenBesideTheEventLoop() async throws {
    let home = try await TemporaryStore.sample()
    _ = try await home.store.prepareFirstRun(localUser: { TemporaryStore.ada }, guide: { nil })
    let draft = try home.store.uploads.draft()
    try draft.append(Array(RouterWritingTests.png))
    let name = try draft.contentName()
    try draft.save(as: name)
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
    let address = try await server.start(access: .open())
    // The sweep at the start.
    for queue in BlockingPool.shared.queues { await BlockingThread.run(on: queue) {} }
    var form = RouterWritingTests.form()
    form.postID = 4
    let (headers, body) = RouterWritingTests.multipart(form, image: RouterWritingTests.png)
    let (end, answered) = (DispatchSemaphore(value: 0), Count())
    let threads = BlockingPool.shared.queues
    for thread in threads { thread.async { end.wait() } }
    let reading = Task {
      defer { answered.add() }
      return try await ask(address, "GET", "/uploads/" + name)
    }
    let writing = Task {
      defer { answered.add() }
      return try await ask(address, "POST", "/api/posts/update", headers: headers, body: body)
    }
    do {
      defer { for _ in threads { end.signal() } }
      for _ in 1...20 {
        let quick = try await ask(address, "GET", "/api/posts/3")
        #expect(quick.status == 200)
      }
      #expect(answered.value == 0)
    }
    let (read, written) = (try await reading.value, try await writing.value)
    #expect(read.status == 200 && written.status == 200)
    await server.stop()
  }

  /// All threads but one wait for the disk.
  ///
  /// The pool is the test's own: in the shared one, work of other tests would come between.
  @Test func workThatWaitsForTheDiskDelaysNoOther() async throws {
    let pool = BlockingPool()
    let (end, begun) = (DispatchSemaphore(value: 0), Count())
    let waiting = pool.queues.count - 1
    for _ in 1...waiting {
      Task {
        await pool.run {
          begun.add()
          end.wait()
        }
      }
    }
    defer { for _ in 1...waiting { end.signal() } }
    #expect(try await eventually { begun.value == waiting })
    for number in 1...20 { #expect(await pool.run { number } == number) }
  }

  /// The file is on the disk under its name before the post names it.
  @Test func aPictureIsKeptBeforeItsPost() async throws {
    let home = try await TemporaryStore.sample()
    let draft = try home.store.uploads.draft()
    try draft.append(Array(RouterWritingTests.png))
    let name = try draft.contentName()
    try draft.save(as: name)
    #expect(home.store.uploads.file(name)?.length == RouterWritingTests.png.count)
  }

  /// A name that another program left, longer than the system takes for a socket.
  @Test func longNamesInTheRuntimeFolderAreNoReasonToFail() async throws {
    let runtime = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-\(UUID().uuidString)")
    let folder = runtime.appendingPathComponent("firefly")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: runtime) }
    // A socket gets such a name by being renamed.
    let short = folder.appendingPathComponent("a.sock").path
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    let long = folder.appendingPathComponent(String(repeating: "x", count: 150) + ".sock").path
    try #require(rename(short, long) == 0)
    let old = [timeval(tv_sec: 0, tv_usec: 0), timeval(tv_sec: 0, tv_usec: 0)]
    try #require(utimes(long, old) == 0)
    let home = try TemporaryStore()
    let server = try await EmbeddedServer(
      folder: home.folder, logger: silent, localUser: { TemporaryStore.ada })
    _ = try await server.startPrivately(environment: ["XDG_RUNTIME_DIR": runtime.path])
    await server.stop()
  }
}
