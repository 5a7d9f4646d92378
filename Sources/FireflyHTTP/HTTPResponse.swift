/// What is answered to a request.
public struct HTTPResponse: Sendable {
  /// The bytes of an answer.
  public enum Body: Sendable {
    /// All there are.
    case bytes([UInt8])
    /// Pieces that are made one after the other: the next one is asked for when the client has taken
    /// most of those before. nil is the end; what it throws, and another length than it should have,
    /// breaks the connection off.
    case stream(length: Int? = nil, next: @Sendable () async throws -> [UInt8]?)
  }

  /// The status code.
  public var status: Int
  /// The fields of the head; length, framing and connection are the server's own business.
  public var fields: HTTPFields
  /// The bytes.
  public var body: Body
  /// Whether the pieces of a stream may be long in coming: while there is nothing to send, nobody looks
  /// whether the client still takes something, and nothing wakes up.
  public var isOpenEnded = false

  /// An answer.
  public init(status: Int, fields: HTTPFields = [:], body: Body = .bytes([])) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// All the bytes of the body.
  /// - Throws: what stops the stream.
  public func allBytes() async throws -> [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .stream(_, let next):
      var all: [UInt8] = []
      while let piece = try await next() { all += piece }
      return all
    }
  }
}

extension HTTPResponse {
  /// JSON that has been written already.
  public static func json(_ bytes: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": "application/json"], body: .bytes(bytes))
  }

  /// JSON that `write` writes.
  public static func json(
    status: Int = 200, _ write: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var json = JSONWriter()
    write(&json)
    return .json(json.take(), status: status)
  }

  /// A failure with words: `{"message":…,"status":"error"}`.
  public static func failure(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status: status) { json in
      json.beginObject()
      json.key("message")
      json.value(message)
      json.key("status")
      json.value("error")
      json.endObject()
    }
  }

  /// A page for people.
  ///
  /// - `title`: what happened, in a few words of the server's own: nothing in it is escaped.
  /// - `sentence`: what to do about it, likewise.
  public static func page(_ status: Int, _ title: String, _ sentence: String) -> HTTPResponse {
    let html = """
      <!doctype html>
      <html lang=en>
      <title>\(title)</title>
      <h1>\(title)</h1>
      <p>\(sentence)</p>

      """
    return HTTPResponse(
      status: status, fields: ["Content-Type": "text/html; charset=utf-8"],
      body: .bytes(Array(html.utf8)))
  }
}
