import Foundation
import FoundationNetworking
import Testing

@testable import FireflyVerbs

/// Waiting for the browser that a service sends back, on a real socket.
@Suite struct BrowserReturnTests {
  private func get(_ address: String, _ method: String = "GET") async throws -> (Int, String) {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  @Test func theBrowserComesBackAndIsSentToTheTerminal() async throws {
    let browser = try await BrowserReturn()
    #expect(browser.place.hasPrefix("http://127.0.0.1:"))
    let waiting = Task { await browser.address() }
    // What doesn't know the place changes nothing.
    let root = try #require(URL(string: "/?code=evil", relativeTo: URL(string: browser.place)))
    #expect(try await get(root.absoluteString).0 == 404)
    #expect(try await get(browser.place + "x?code=evil").0 == 404)
    #expect(try await get(browser.place + "?code=evil", "POST").0 == 404)
    // A browser that looks ahead has no answer.
    #expect(try await get(browser.place).0 == 404)
    #expect(try await get(browser.place + "?state=c").0 == 404)
    let (status, page) = try await get(browser.place + "?code=a%26b&state=c")
    #expect(status == 200 && page.contains("Go back to the terminal"))
    #expect(await waiting.value == browser.place + "?code=a%26b&state=c")
    // It may come again, until nobody needs it.
    async let second = browser.address()
    #expect(try await get(browser.place + "?error=access_denied").0 == 200)
    #expect(await second == browser.place + "?error=access_denied")
    await browser.stop()
    await #expect(throws: URLError.self) { _ = try await get(browser.place + "?code=again") }
  }

  /// A browser that is faster than the program is not lost.
  @Test func aBrowserThatComesBeforeOneWaits() async throws {
    let browser = try await BrowserReturn()
    #expect(try await get(browser.place + "?code=first").0 == 200)
    _ = try await get(browser.place + "?code=second")
    #expect(await browser.address() == browser.place + "?code=first")
  }

  /// Who closes the sign-in waits no longer, and nobody listens.
  @Test func nobodyListensAfterCancelling() async throws {
    let browser = try await BrowserReturn()
    let waiting = Task { await browser.address() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    await browser.stop()
    await #expect(throws: URLError.self) { _ = try await get(browser.place) }
  }
}
