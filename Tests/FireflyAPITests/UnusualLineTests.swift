import FireflyCore
import Foundation
import Logging
import Synchronization
import Testing

@testable import FireflyAPI

/// Lines and networks between Firefly and a server.
@Suite struct UnusualLineTests {
  private func failure(_ server: RawServer, _ limits: ClientLimits = ClientLimits()) async
    -> APIError?
  {
    do throws(APIError) {
      _ = try await LiveClient.test(server.address) { $0 = limits }.recentUsers()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["<!DOCTYPE html><p>Sign in", "\u{FEFF}\n  <html>", "<?xml version='1.0'?>"])
  func aWebPageIsCalledSo(page: String) async throws {
    let server = try RawServer(headers: ["Content-Type: text/html"], body: page)
    #expect(await failure(server) == .webPage)
    #expect(APIError.webPage.sentence.hasPrefix("A web page came"))
  }

  /// Requests that write follow no redirect: the new address is said, unless it is another page's.
  @Test func aMoveToAnotherAddressIsSaid() async throws {
    func error(_ location: String) async throws -> APIError? {
      let server = try RawServer(
        status: "301 Moved Permanently", headers: ["Location: \(location)"], body: "")
      do throws(APIError) {
        _ = try await AccountClient.live(
          server: server.address, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).sendCode("ada@example.org")
        return nil
      } catch {
        return error
      }
    }
    #expect(
      try await error("https://127.0.0.1/fire/api/auth/send-code")
        == .moved("https://127.0.0.1/fire"))
    // Another host is whoever answers' to name.
    for location in [
      "https://posts.example.org/fire/api/auth/send-code",
      "https://127.0.0.1.example.org/api/auth/send-code",
      "http://portal.example/login", "https://u@h/api/auth/send-code", "ftp://h/x",
    ] {
      #expect(try await error(location) == .status(301, message: nil), "\(location)")
    }
    #expect(
      APIError.moved("https://h").sentence == "The server is now https://h: use that address.")
  }

  @Test(arguments: [
    ("429 Too Many Requests", "30", "{}", "Too many requests. Try again in 30 seconds."),
    (
      "429 Too Many Requests", "600", #"{"error":"Slow down"}"#,
      "Slow down. Try again in 10 minutes."
    ),
    (
      "429 Too Many Requests", "10000", #"{"error":"Slow down"}"#,
      "Slow down. Try again in 3 hours."
    ),
    ("429 Too Many Requests", "600", #"{"error":"Wait 10 minutes."}"#, "Wait 10 minutes."),
    (
      "429 Too Many Requests", "60", #"{"error":"Too many attempts. Wait a minute."}"#,
      "Too many attempts. Wait a minute."
    ),
    (
      "503 Service Unavailable", "2", #"{"error":"Too many are waiting. Try again in a moment."}"#,
      "Too many are waiting. Try again in a moment."
    ),
    ("503 Service Unavailable", "1", "{}", "Not available. Try again in a second."),
  ])
  func thePauseIsSaid(status: String, pause: String, body: String, message: String) async throws {
    let server = try RawServer(status: status, headers: ["Retry-After: \(pause)"], body: body)
    guard case .status(_, message) = await failure(server) else {
      Issue.record("\(String(describing: await failure(server)))")
      return
    }
  }

  @Test func aDateIsAPauseToo() async throws {
    let date = WireDate.http(Date(timeIntervalSinceNow: 10_000))
    let server = try RawServer(
      status: "429 Too Many Requests", headers: ["Retry-After: \(date)"], body: "{}")
    #expect(await failure(server)?.sentence.contains("Try again in 3 hours (429).") == true)
  }

  /// A line that brings a few posts a second shows them before the list is complete.
  @Test(arguments: [
    RequestedList.feed(tag: "post", by: .everyone, limit: 50), .users, .children(of: 40),
  ])
  func postsOfASlowListArePassedOnAsTheyArrive(_ list: RequestedList) async throws {
    let passedOn = Mutex<[PostPage]>([])
    let key = if case .children = list { "children" } else { "posts" }
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n{\"\(key)\":[")
      connection.send(#"{"id":1,"title":"first","summary":"s","template_name":"profile"}"#)
      // Goes on sending, far longer than it takes, until the client has passed on the first post.
      for _ in 0..<600 where passedOn.withLock({ $0.isEmpty }) {
        guard connection.send(" ") else { return }
        usleep(50_000)
      }
      connection.send(#",{"id":2,"title":"second","summary":"s","template_name":"profile"}]}"#)
    }
    var limits = ClientLimits()
    limits.seconds = 60
    let client = LiveClient.test(server.address) { $0 = limits }
    let whole = try await client.list(list) { page in passedOn.withLock { $0.append(page) } }
    #expect(whole.posts.map(\.id) == [1, 2] && !whole.isCut)
    #expect(passedOn.withLock { $0.first?.posts.map(\.id) } == [1])
    #expect(passedOn.withLock { $0.allSatisfy(\.isCut) })
  }

  /// A slow line that is steady gets all of it; one that drips doesn't keep a client.
  @Test(arguments: [true, false]) func slowLines(isSteady: Bool) async throws {
    let post =
      #"{"id":#,"title":"t","template_name":"profile","body":"\#(String(repeating: "x", count: 2_200))"}"#
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n{\"posts\":[")
      for number in 1...12 {
        let text = post.replacing("#", with: "\(number)") + (number == 12 ? "]}" : ",")
        guard connection.send(isSteady ? text : " ") else { return }
        usleep(150_000)
      }
    }
    var limits = ClientLimits()
    limits.seconds = 0.6
    let error = await failure(server, limits)
    if isSteady { #expect(error == nil) } else { #expect(error == .timedOut(seconds: 1)) }
    limits.steadySeconds = 1
    if isSteady { #expect(await failure(server, limits) == .timedOut(seconds: 1)) }
  }
}
