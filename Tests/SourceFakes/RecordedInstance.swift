import FireflyHTTP
import FireflyPrograms
import Foundation
import FoundationNetworking
import Synchronization

/// What passed between Firefly and a real server, played back; or that server itself, recorded.
///
/// To record, name the server in `FIREFLY_RECORD_INSTANCE`, and in `FIREFLY_RECORD_CODE` a command that prints the code
/// of a sign-in: it gets the number of the client, the address after it and the scopes. Tokens, codes and the address
/// of the server are not kept.
package final class RecordedInstance: Sendable {
  /// A request, and what came back.
  struct Exchange: Codable, Sendable {
    var method: String
    var target: String
    /// The body, without what differs between runs.
    var form: [String]
    var status: Int
    var type: String
    var link: String?
    var body: String
  }

  /// Where it listens.
  package let server: ExchangeServer
  private let tape: Tape
  private let file: URL
  private let isRecording: Bool

  private final class Tape: Sendable {
    let exchanges: Mutex<[Exchange]>
    let missed = Mutex<[String]>([])

    /// What is not kept, and what stands for it.
    let secrets = Mutex<[String: String]>([:])

    init(_ exchanges: [Exchange]) { self.exchanges = Mutex(exchanges) }

    func clean(_ text: String) -> String {
      secrets.withLock { $0.reduce(text) { $0.replacing($1.key, with: $1.value) } }
    }
  }

  /// Begins to listen.
  ///
  /// - Parameter file: what was recorded, or will be.
  /// - Throws: an error if there is no recording.
  package init(_ file: URL) async throws {
    let real = ProcessInfo.processInfo.environment["FIREFLY_RECORD_INSTANCE"]
    (self.file, isRecording) = (file, real != nil)
    let tape = Tape(
      real == nil
        ? try JSONDecoder().decode([Exchange].self, from: Data(contentsOf: file)) : [])
    self.tape = tape
    server = try await ExchangeServer { request in
      let form = Self.form(of: request)
      guard let real else { return Self.play(request, form, tape) }
      return await Self.record(request, form, at: real, tape)
    }
  }

  /// Requests that were not recorded.
  package var missed: [String] { tape.missed.withLock { $0 } }

  /// Writes what was recorded.
  ///
  /// - Returns: whether something was: a test that records fails.
  /// - Throws: an error if it can't be written.
  package func save() throws -> Bool {
    guard isRecording else { return false }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    try encoder.encode(tape.exchanges.withLock { $0 }).write(to: file)
    return true
  }

  private static func form(of request: SourceFakes.Exchange) -> [String] {
    request.form.filter { !["code", "client_id", "client_secret", "token"].contains($0.name) }
      .map { "\($0.name)=\($0.value)" }
  }

  private static func play(
    _ request: SourceFakes.Exchange, _ form: [String], _ tape: Tape
  ) -> HTTPResponse {
    let found: Exchange? = tape.exchanges.withLock { exchanges in
      let index = exchanges.firstIndex {
        $0.method == request.method && $0.target == request.target && $0.form == form
      }
      return index.map { exchanges.remove(at: $0) }
    }
    guard let found else {
      tape.missed.withLock { $0.append("\(request.method) \(request.target) \(form)") }
      return HTTPResponse(status: 501)
    }
    var response = HTTPResponse(
      status: found.status, fields: ["Content-Type": found.type],
      body: .bytes(Array(found.body.utf8)))
    response.fields["Link"] = found.link
    return response
  }

  private static func record(
    _ request: SourceFakes.Exchange, _ form: [String], at real: String, _ tape: Tape
  ) async -> HTTPResponse {
    let own = real.replacing("http://", with: "").replacing(":", with: "%3A")
    let target = request.target.replacing("instance.example", with: own)
    guard let url = URL(string: real + target) else { return HTTPResponse(status: 501) }
    var sent = URLRequest(url: url)
    sent.httpMethod = request.method
    if let token = request.token {
      sent.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    }
    if let key = request.key { sent.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
    if let body = request.body {
      sent.httpBody = Data(body.bytes)
      sent.setValue(body.type, forHTTPHeaderField: "Content-Type")
    }
    guard let (data, answer) = try? await URLSession.shared.data(for: sent),
      let answer = answer as? HTTPURLResponse
    else { return HTTPResponse(status: 502) }
    let host = url.host.map { "\($0):\(url.port ?? 80)" } ?? ""
    tape.secrets.withLock { secrets in
      secrets[host] = "instance.example"
      guard let fields = try? JSONDecoder().decode([String: String?].self, from: data) else {
        return
      }
      for name in ["client_id", "client_secret"] {
        if let value = fields[name] ?? nil { secrets[value] = name }
      }
    }
    if request.path == "/oauth/token",
      let token = (try? JSONSerialization.jsonObject(with: data) as? [String: Any])?["access_token"]
        as? String
    {
      tape.secrets.withLock { $0[token] = "token" }
    }
    let clean = tape.clean
    let exchange = Exchange(
      method: request.method, target: request.target, form: form, status: answer.statusCode,
      type: answer.value(forHTTPHeaderField: "Content-Type") ?? "text/html",
      link: answer.value(forHTTPHeaderField: "Link").map(clean),
      // Pages of errors are long, and all alike.
      body: clean(
        String(String(decoding: data, as: UTF8.self).prefix(answer.statusCode < 400 ? .max : 300))))
    tape.exchanges.withLock { $0.append(exchange) }
    // Firefly gets what it is to send back.
    var response = HTTPResponse(
      status: exchange.status, fields: ["Content-Type": exchange.type], body: .bytes(Array(data)))
    response.fields["Link"] = exchange.link
    return response
  }

  /// Returns the code that the page of a sign-in would show.
  ///
  /// - Throws: an error if the command fails.
  package func code(_ page: String) throws -> String {
    guard isRecording, let command = ProcessInfo.processInfo.environment["FIREFLY_RECORD_CODE"]
    else { return "code" }
    let items = URLComponents(string: page)?.queryItems ?? []
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(command) \"$@\"", "code"]
      + ["client_id", "redirect_uri", "scope"].map { name in
        items.first { $0.name == name }?.value ?? ""
      }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.remainingData()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
