import FireflyHTTP
import FireflyScreen
import Foundation
import Testing

@testable import FireflyAutomation
@testable import FireflyRuntime

extension Stage {
  /// What is answered to a request from outside, without a socket.
  func ask(_ method: String, _ target: String, form: String? = nil) async -> HTTPResponse {
    let automation = Automation()
    automation.attach(to: runtime)
    var request = HTTPRequest(method, target)
    if let form {
      request.fields["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = HTTPBody(Array(form.utf8), limit: 1 << 20)
    }
    return await automation.respond(to: request)
  }

  /// The JSON that is answered.
  func json(_ method: String, _ target: String, form: String? = nil) async throws -> [String: Any] {
    let bytes = try await ask(method, target, form: form).allBytes()
    return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
  }
}

/// Every address with every method: the right status, and what is wrong as JSON with words.
@Suite(.serialized) struct AutomationRouterTests {
  private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]
  /// Addresses, and what each method is answered that doesn't get 405.
  private static let addresses: [(String, [String: Int])] = [
    ("/elements", ["GET": 200, "HEAD": 200]),
    ("/state", ["GET": 200, "HEAD": 200]),
    ("/state?settled", ["GET": 200, "HEAD": 200]),
    ("/screen", ["GET": 200, "HEAD": 200]),
    ("/screen.json", ["GET": 200, "HEAD": 200]),
    ("/screen.svg", ["GET": 200, "HEAD": 200]),
    ("/trigger/toolbar-users", ["GET": 200, "POST": 200]),
    ("/trigger/no-such-thing", ["GET": 404, "POST": 404]),
    ("/trigger/%zz", ["GET": 400, "POST": 400, "other": 400]),
    ("/test/tap?id=toolbar-makepost", ["POST": 200]),
    ("/test/tap?id=no-such-thing", ["POST": 404]),
    ("/test/tap?id=", ["POST": 404]),
    ("/test/tap", ["POST": 400]),
    ("/test/tap?id=toolbar-makepost&settled=soon", ["POST": 400]),
    ("/test/tap?id=toolbar-makepost&settled=61", ["POST": 400]),
    ("/test/tap?id=toolbar-makepost&settled=-1", ["POST": 400]),
    ("/test/tap?id=toolbar-makepost&settled=nan", ["POST": 400]),
    ("/test/set-text?id=toolbar-users&text=x", ["POST": 409]),
    ("/test/set-text?id=no-such-thing&text=x", ["POST": 404]),
    ("/test/set-text?id=toolbar-users", ["POST": 400]),
    ("/test/set-text?text=x", ["POST": 400]),
    ("/tune", ["GET": 200, "HEAD": 200]),
    ("/tune/button-colour", ["GET": 200, "HEAD": 200]),
    ("/tune/button-color", ["GET": 404, "HEAD": 404]),
    ("/tune/button-colour/0.7", ["PUT": 200]),
    ("/tune/button-colour/7", ["PUT": 400]),
    ("/tune/button-colour/", ["PUT": 400]),
    ("/tune/accent-colour/%23ff0000", ["PUT": 200]),
    ("/tune/accent-colour/red", ["PUT": 400]),
    ("/tune/nothing/1", ["PUT": 404]),
    ("/test/nothing", ["other": 404]), ("/test", ["other": 404]), ("/trigger", ["other": 404]),
    ("/elements/1", ["other": 404]), ("/screen.png", ["other": 404]), ("/", ["other": 404]),
    ("", ["other": 404]), ("/tests/tap?id=x", ["other": 404]),
  ]

  @Test func everyAddressAnswersEveryMethod() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      for (target, statuses) in Self.addresses {
        for method in Self.methods {
          let response = await stage.ask(method, target)
          let expected = statuses[method] ?? statuses["other"] ?? 405
          #expect(response.status == expected, "\(method) \(target)")
          if expected == 405 { #expect(response.fields["allow"]?.contains(method) == false) }
          guard expected >= 400 else { continue }
          let json = try JSONSerialization.jsonObject(with: Data(try await response.allBytes()))
          let words = (json as? [String: Any])?["message"] as? String ?? ""
          #expect(words.hasSuffix(".") || words.hasSuffix("?"), "\(method) \(target): \(words)")
        }
      }
    }
  }

  @Test func formParametersCountLikeQueryParameters() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      #expect(await stage.ask("POST", "/test/tap", form: "id=toolbar-users").status == 200)
      let text = String(repeating: "x", count: 600_000)
      let tooLarge = await stage.ask("POST", "/test/set-text", form: "id=a&text=" + text)
      #expect(tooLarge.status == 413)
      let whole = String(repeating: "x=1&", count: 300_000)
      #expect(await stage.ask("POST", "/test/tap", form: whole).status >= 400)
    }
  }

  @Test func aScreenIsTheSameInEveryForm() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      let frame = try #require(stage.screen.frames.last)
      let text = try await stage.ask("GET", "/screen").allBytes()
      #expect(String(decoding: text, as: UTF8.self) == frame.text)

      let json = try await stage.json("GET", "/screen.json")
      let rows = try #require(json["rows"] as? [[[String: Any]]])
      #expect(rows.count == frame.size.height)
      for (y, row) in rows.enumerated() {
        var x = 0
        for run in row {
          #expect(run["x"] as? Int == x)
          for glyph in try #require(run["glyphs"] as? [String]) {
            let cell = frame[x, y]
            #expect(glyph == cell.glyph.text)
            #expect(run["foreground"] as? String == cell.style.foreground.name)
            #expect(run["background"] as? String == cell.style.background.name)
            x += 1
          }
        }
        #expect(x == frame.size.width)
      }

      let svg = String(
        decoding: try await stage.ask("GET", "/screen.svg").allBytes(), as: UTF8.self)
      #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
      // Nothing in it ends an element too soon, whatever stands on the screen.
      let tags = svg.matches(of: /<(\/?[a-z]+)([^<>]*?)(\/?)>/)
      let opened = tags.filter { !$0.1.hasPrefix("/") && $0.3.isEmpty }.map(\.1)
      #expect(opened.count == tags.filter { $0.1.hasPrefix("/") }.count)
      #expect(svg.count { $0 == "<" } == tags.count)
    }
  }
}
