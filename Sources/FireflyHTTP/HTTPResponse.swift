import FireflyJSON

/// The response to a request.
package struct HTTPResponse: Sendable {
  /// The body of a response.
  package enum Body: Sendable {
    /// The complete bytes.
    case bytes([UInt8])
    /// A stream of pieces: the next piece is requested when the client has received most of the
    /// earlier ones. nil is the end; an error, or a wrong length, closes the connection.
    case stream(length: Int? = nil, next: @Sendable () async throws -> [UInt8]?)
  }

  /// The status code.
  package var status: Int
  /// The header fields, without length, framing and connection, which the server adds.
  package var fields: HTTPFields
  /// The body.
  package var body: Body
  /// Whether a stream may pause for long: while there is nothing to send, the client's progress is
  /// not checked, so that nothing wakes up.
  package var isOpenEnded = false

  /// Creates a response.
  package init(status: Int, fields: HTTPFields = [:], body: Body = .bytes([])) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Returns the complete body.
  /// - Throws: the stream's error.
  package func allBytes() async throws -> [UInt8] {
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
  /// Creates a response from encoded JSON.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": "application/json"], body: .bytes(bytes))
  }

  /// Creates a response with the JSON that `write` writes.
  package static func json(
    status: Int = 200, _ write: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var json = JSONWriter()
    write(&json)
    return .json(json.takeBytes(), status: status)
  }

  /// Creates an error response: `{"message":…,"status":"error"}`.
  package static func failure(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status: status) { json in
      json.beginObject()
      json.key("message")
      json.value(message)
      json.key("status")
      json.value("error")
      json.endObject()
    }
  }

  /// Creates a web page.
  ///
  /// - Parameters:
  ///   - title: the problem in a few words; not escaped, so it must be trusted text.
  ///   - sentence: a suggestion for the user; not escaped either.
  package static func page(_ status: Int, _ title: String, _ sentence: String) -> HTTPResponse {
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
