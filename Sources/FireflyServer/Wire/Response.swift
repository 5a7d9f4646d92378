import FireflyAPI
import Foundation

/// What the router answers.
public struct Response: Sendable {
  /// The bytes of an answer.
  public enum Body: Sendable {
    /// All there are.
    case bytes(Data)
    /// Pieces of some 64 KB, made one after the other as they are asked for; nil is the end.
    case stream(@Sendable () async throws -> [UInt8]?)
  }

  /// The status code.
  public var status: Int
  /// By name as they are sent.
  public var headers: [String: String]
  /// The bytes.
  public var body: Body

  /// An answer.
  public init(status: Int, headers: [String: String], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// All the bytes of the body.
  /// - Throws: what stops a stream: `DatabaseError`.
  public func allBytes() async throws -> Data {
    switch body {
    case .bytes(let bytes): return bytes
    case .stream(let next):
      var all = Data()
      while let piece = try await next() { all.append(contentsOf: piece) }
      return all
    }
  }
}

extension Response {
  /// JSON that has been written already.
  static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
    Response(
      status: status, headers: ["Content-Type": "application/json"], body: .bytes(Data(bytes)))
  }

  /// A value as JSON.
  /// - Throws: `EncodingError` if it has no JSON.
  static func json(_ value: some Encodable) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return json(Array(try encoder.encode(value)))
  }

  /// JSON that `write` writes.
  static func json(_ write: (inout JSONWriter) -> Void) -> Response {
    var json = JSONWriter()
    write(&json)
    return .json(json.take())
  }

  /// A failure with words: `{"message":…,"status":"error"}`.
  static func failure(_ status: Int, _ message: String) -> Response {
    var json = JSONWriter()
    json.beginObject()
    json.key("message")
    json.value(message)
    json.key("status")
    json.value("error")
    json.endObject()
    return .json(json.take(), status: status)
  }

  /// A failure in the other shape: `{"error":…}`.
  static func error(_ status: Int, _ message: String) -> Response {
    var json = JSONWriter()
    json.beginObject()
    json.key("error")
    json.value(message)
    json.endObject()
    return .json(json.take(), status: status)
  }

  /// A page for people, as other servers answer where there is no such call.
  static func page(_ status: Int, _ title: String, _ sentence: String) -> Response {
    let html = """
      <!doctype html>
      <html lang=en>
      <title>\(status) \(title)</title>
      <h1>\(title)</h1>
      <p>\(sentence)</p>

      """
    return Response(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: .bytes(Data(html.utf8)))
  }

  /// There is no such call.
  static let notFound = page(
    404, "Not Found",
    "The requested URL was not found on the server. If you entered the URL manually please check "
      + "your spelling and try again.")

  /// The body is not what its type says.
  static let badRequest = page(
    400, "Bad Request",
    "The browser (or proxy) sent a request that this server could not understand.")
}
