import Foundation

/// A request to a port of this machine, by a bare socket: what comes back is all that the server says.
package struct LocalRequest: Sendable {
  /// The status and the body of an answer.
  package struct Response: Sendable {
    /// The status code.
    package let status: Int
    /// The head, as it came.
    package let head: String
    /// What it carries.
    package let body: String

    /// The body as JSON.
    /// - Throws: what `JSONSerialization` throws.
    package func json() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// In capitals.
  package var method: String
  /// Path and query, percent-encoded.
  package var target: String
  /// Fields beside those that every request has.
  package var fields: [String: String]
  /// A form's fields, if one goes with it.
  package var form: String?

  /// A request.
  package init(
    _ method: String, _ target: String, fields: [String: String] = [:], form: String? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.form = form
  }

  /// Sends it and waits for the answer; blocks.
  /// - Throws: `POSIXError`.
  package func send(to port: Int) throws -> Response {
    try Self.read(LocalSocket.exchange(port, text(port), within: 20))
  }

  private func text(_ port: Int) -> String {
    var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"].merging(fields) { $1 }
    if let form {
      fields["Content-Type"] = "application/x-www-form-urlencoded"
      fields["Content-Length"] = "\(form.utf8.count)"
    }
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    return "\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(form ?? "")"
  }

  private static func read(_ text: String) throws -> Response {
    guard let end = text.range(of: "\r\n\r\n"),
      let status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap({ Int($0) })
    else { throw POSIXError(.EPROTO) }
    return Response(
      status: status, head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
  }
}
