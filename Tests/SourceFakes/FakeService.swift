import FireflyHTTP
import Foundation
import Synchronization

/// A service on 127.0.0.1 that answers with what a test has given it.
package final class FakeService: Sendable {
  /// What becomes of a request instead of its answer.
  package enum Trouble: Sendable {
    /// A refusal with a status, and perhaps the seconds until the service wants to be asked again.
    case status(Int, retryAfter: Int? = nil, message: String = "busy")
    /// A redirect with a status.
    case moved(Int, to: String)
    /// The answer comes after so many seconds.
    case slow(Double)
    /// The answer breaks off after so many bytes.
    case cut(after: Int)
  }

  /// Its address: `http://127.0.0.1:PORT`.
  package let address: String
  private let server: Mutex<HTTPServer?>
  private let desk: Desk

  /// Begins to listen on a free port.
  /// - Throws: `HTTPListenError`.
  package init() async throws {
    let desk = Desk()
    let server = try await HTTPServer(
      on: .tcp(host: "127.0.0.1", port: 0), handler: { await desk.answer($0) })
    guard case .tcp(_, let port) = server.address else { throw URLError(.badURL) }
    address = "http://127.0.0.1:\(port)"
    self.server = Mutex(server)
    self.desk = desk
    EndsServices.services?.add { [self] in await stop() }
  }

  /// Has requests whose target begins so be answered with JSON; the longest beginning counts.
  package func answer(_ beginning: String, with json: String) {
    desk.state.withLock { $0.answers[beginning] = json }
  }

  /// Has requests whose target begins so be answered with a web page.
  package func answer(_ beginning: String, withPage html: String) {
    desk.state.withLock {
      $0.answers[beginning] = html
      $0.types[beginning] = "text/html; charset=utf-8"
    }
  }

  /// Has requests whose target begins so be answered with a text of a type.
  ///
  /// A tag makes the answer conditional: who has it gets 304.
  package func answer(_ beginning: String, with text: String, type: String, etag: String? = nil) {
    desk.state.withLock {
      $0.answers[beginning] = text
      $0.types[beginning] = type
      $0.tags[beginning] = etag
    }
  }

  /// Gives what is answered another tag without changing it: who has the old one gets 304 with the new one.
  package func renewTag(_ beginning: String, to etag: String) {
    desk.state.withLock { state in
      state.oldTags[beginning] = state.tags[beginning]
      state.tags[beginning] = etag
    }
  }

  /// Has requests whose target begins so be answered with a file.
  package func answer(_ beginning: String, withFile bytes: [UInt8], type: String) {
    desk.state.withLock {
      $0.answers[beginning] = ""
      $0.files[beginning] = bytes
      $0.types[beginning] = type
    }
  }

  /// What a request for a target is answered with; nil if nothing is.
  package func answer(to target: String) -> String? {
    desk.state.withLock { $0.answer(to: target) }
  }

  /// Has the next requests whose target begins so get into trouble.
  package func trouble(_ beginning: String, _ trouble: Trouble, times: Int = 1) {
    desk.state.withLock { $0.troubles.append((beginning, trouble, times)) }
  }

  /// Has requests whose target begins so be refused (401) unless they have a name and a password.
  package func protect(_ beginning: String, name: String, password: String) {
    let login = "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    desk.state.withLock { $0.logins[beginning] = login }
  }

  /// The targets of the requests that had a name and a password.
  package var requestsWithLogin: [String] { desk.state.withLock { $0.withLogin } }

  /// Answers all requests as usual again.
  package func endTrouble() { desk.state.withLock { $0.troubles = [] } }

  /// The targets of the requests so far.
  package var requests: [String] { desk.state.withLock { $0.requests } }

  /// The same without those for the order of Hacker News, which come beside others.
  package var asked: [String] { requests.filter { !$0.hasPrefix("/v0/") } }

  /// The values of `User-Agent` so far.
  package var userAgents: Set<String> { desk.state.withLock { $0.userAgents } }

  /// Requests that were answered at a time at most.
  package var mostInFlight: Int { desk.state.withLock { $0.mostInFlight } }

  /// Listens no more.
  package func stop() async {
    let server = server.withLock { $0.take() }
    await server?.stop()
  }
}

/// What a service knows, and how it answers.
private final class Desk: Sendable {
  struct State {
    var answers: [String: String] = [:]
    /// Answers that are no text.
    var files: [String: [UInt8]] = [:]
    /// The types of answers that are no JSON.
    var types: [String: String] = [:]
    var tags: [String: String] = [:]
    /// The tags that were renewed.
    var oldTags: [String: String] = [:]
    /// The values of `Authorization` that are wanted.
    var logins: [String: String] = [:]
    var withLogin: [String] = []
    var troubles: [(beginning: String, trouble: FakeService.Trouble, times: Int)] = []
    var requests: [String] = []
    var userAgents: Set<String> = []
    var (inFlight, mostInFlight) = (0, 0)
  }

  let state = Mutex(State())

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let target = request.target
    let (json, file, type, tag, old, trouble) = state.withLock { state in
      state.requests.append(target)
      state.userAgents.insert(request.fields["User-Agent"] ?? "")
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      let beginning = state.beginning(of: target)
      return (
        state.answer(to: target), beginning.flatMap { state.files[$0] },
        beginning.flatMap { state.types[$0] },
        beginning.flatMap { state.tags[$0] }, beginning.flatMap { state.oldTags[$0] },
        state.nextTrouble(for: target)
      )
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    let login = request.fields["Authorization"]
    let isRefused = state.withLock { state in
      if login != nil { state.withLogin.append(target) }
      let wanted = state.logins.filter { target.hasPrefix($0.key) }.map(\.value)
      return !wanted.isEmpty && !wanted.contains { $0 == login }
    }
    if isRefused { return .json(Array(#"{"error":"sign in"}"#.utf8), status: 401) }
    switch trouble {
    case .status(let code, let seconds, let message):
      var response = HTTPResponse.json(Array(#"{"error":"\#(message)"}"#.utf8), status: code)
      response.fields["Retry-After"] = seconds.map(String.init)
      return response
    case .moved(let code, let target):
      return HTTPResponse(status: code, fields: ["Location": target], body: .bytes([]))
    case .slow(let seconds): try? await Task.sleep(for: .seconds(seconds))
    case .cut, nil: break
    }
    guard let json else {
      return .json(Array(#"{"status":404,"error":"Not Found"}"#.utf8), status: 404)
    }
    let bytes = file ?? Array(json.utf8)
    let known = request.fields["If-None-Match"]
    if let tag, known == tag || known != nil && known == old {
      return HTTPResponse(status: 304, fields: ["ETag": tag], body: .bytes([]))
    }
    if let type {
      var response = HTTPResponse(
        status: 200, fields: ["Content-Type": type], body: .bytes(bytes))
      response.fields["ETag"] = tag
      return response
    }
    guard case .cut(let count) = trouble else { return .json(bytes) }
    let part = Mutex<[UInt8]?>(Array(bytes.prefix(count)))
    let body = HTTPResponse.Body.stream(length: bytes.count) {
      guard let piece = part.withLock({ $0.take() }) else { throw URLError(.networkConnectionLost) }
      return piece
    }
    return HTTPResponse(status: 200, fields: ["Content-Type": "application/json"], body: body)
  }
}

extension Desk.State {
  fileprivate func answer(to target: String) -> String? {
    beginning(of: target).flatMap { answers[$0] }
  }

  fileprivate func beginning(of target: String) -> String? {
    answers.keys.filter { target.hasPrefix($0) }.max { $0.count < $1.count }
  }

  fileprivate mutating func nextTrouble(for target: String) -> FakeService.Trouble? {
    guard let index = troubles.firstIndex(where: { target.hasPrefix($0.beginning) }) else {
      return nil
    }
    let trouble = troubles[index].trouble
    troubles[index].times -= 1
    if troubles[index].times <= 0 { troubles.remove(at: index) }
    return trouble
  }
}
