import FireflyCore
import Foundation
import Glibc
import Synchronization
import Testing

@testable import FireflyAPI

/// Pictures on their way to a server: slow ones, refused ones, and connections that break.
@Suite struct UploadTests {
  /// A form with a picture of so many bytes.
  private func form(_ count: Int) -> PostForm {
    var form = PostForm(email: "ida@example.org", title: "t", summary: "s", body: "b")
    let bytes = Data([0xFF, 0xD8, 0xFF]) + Data(count: count - 3)
    form.image = PostImage(bytes, format: .jpeg)
    return form
  }

  @Test func tellsHowFarItIs() async throws {
    // It takes more than twice as long as nothing may move, and moves all the time.
    let server = try RawServer { connection in
      connection.bufferLittle()
      // Up to so many bytes of the body have come with the head.
      var left = connection.contentLength - 4_096
      while left > 0, let count = connection.receive(atMost: 256_000) {
        left -= count
        usleep(40_000)
      }
      connection.send(body: Answers.post)
      connection.drain()
    }
    let reports = Mutex<[UploadProgress]>([])
    let client = LiveClient.test(server.address, email: "ida@example.org") { $0.slowSeconds = 0.7 }
    var form = form(8 << 20)
    let start = ContinuousClock.now
    form.observer = UploadObserver { report in reports.withLock { $0.append(report) } }
    let post = try await client.create(form, "key")
    #expect(post.id == 40)
    let told = reports.withLock { $0 }
    let all = try #require(told.first?.all)
    #expect(all > 8 << 20)
    #expect(told.last == UploadProgress(sent: all, all: all))
    #expect(told.count > 1)
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.sent < $1.sent && $1.all == all })
    // At most four a second, and the last.
    #expect(told.count <= Int((ContinuousClock.now - start) / .milliseconds(250)) + 2)
  }

  @Test func formWithoutPictureIsNotReported() async throws {
    let server = try RawServer(body: Answers.post)
    let client = LiveClient.test(server.address, email: "ida@example.org")
    var form = form(100)
    form.image = nil
    form.observer = UploadObserver { _ in Issue.record("There is no picture.") }
    _ = try await client.create(form, "key")
  }

  @Test(arguments: [
    (#""status":"success","image_url":"/uploads/0a.png""#, true),
    (#""image_url":"https://example.org/uploads/0a.png""#, false),
    (#""image_url":"/uploads/0a.png) [x](javascript:x""#, false), (#""a":1"#, false),
  ])
  func addressesOfPicturesArePlain(_ answer: String, _ isPlain: Bool) async throws {
    // It answers a ping with the same.
    let server = try RawServer(body: #"{"extensions":["uploads"],\#(answer)}"#)
    let client = LiveClient.test(server.address, email: "ida@example.org")
    let image = try #require(form(100).image)
    if isPlain {
      #expect(try await client.addPicture(image, nil) == "/uploads/0a.png")
    } else {
      let error = await #expect(throws: APIError.self) { try await client.addPicture(image, nil) }
      guard case .unreadable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func givesUpWhatDoesNotMove() async throws {
    let server = try RawServer { connection in connection.waitForClosing() }
    let client = LiveClient.test(server.address, email: "ida@example.org") { $0.slowSeconds = 0.3 }
    let form = form(16 << 20)
    await #expect(throws: APIError.timedOut(seconds: 1)) { try await client.create(form, "key") }
  }

  @Test(arguments: ["400 Bad Request", "413 Content Too Large"])
  func takesARefusalInTheMiddle(status: String) async throws {
    let server = try RawServer { connection in
      _ = connection.receive(atMost: 100_000)
      connection.send(status: status, body: #"{"status":"error","message":"no more"}"#)
      connection.drain()
    }
    let client = LiveClient.test(server.address, email: "ida@example.org")
    let form = form(16 << 20)
    let code = try #require(Int(status.prefix(3)))
    await #expect(throws: APIError.status(code, message: "no more")) {
      try await client.create(form, "key")
    }
  }

  @Test func tellsThatAConnectionBroke() async throws {
    let server = try RawServer { connection in _ = connection.receive(atMost: 100_000) }
    let client = LiveClient.test(server.address, email: "ida@example.org")
    let form = form(16 << 20)
    await #expect(throws: APIError.interrupted) { try await client.create(form, "key") }
  }
}

extension RawConnection {
  /// Bytes of the body, by the head.
  fileprivate var contentLength: Int {
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// Has the system keep little of what comes, so that a sender feels how slowly it is read.
  fileprivate func bufferLittle() {
    // Several of the loopback's segments have room, or the sender would wait for its timer.
    var size: Int32 = 512_000
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Says that no more comes and reads to the end: who closes with something unread takes the answer back.
  fileprivate func drain() {
    shutdown(socket, Int32(SHUT_WR))
    while receive(atMost: 1 << 20) != nil {}
  }

  /// Takes some bytes; nil where there are no more.
  fileprivate func receive(atMost count: Int) -> Int? {
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = recv(socket, &bytes, count, 0)
    return taken > 0 ? taken : nil
  }

  /// Reads nothing until the other end is gone.
  fileprivate func waitForClosing() {
    // POLLRDHUP, which Swift doesn't import.
    var wait = pollfd(fd: socket, events: 0x2000, revents: 0)
    poll(&wait, 1, 5_000)
  }
}
