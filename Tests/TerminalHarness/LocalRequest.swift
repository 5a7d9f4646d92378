import Foundation

/// A request to a port of this machine, by a bare socket: what comes back is all that the server says.
public struct LocalRequest: Sendable {
  /// The status and the body of an answer.
  public struct Response: Sendable {
    /// The status code.
    public let status: Int
    /// The head, as it came.
    public let head: String
    /// What it carries.
    public let body: String

    /// The body as JSON.
    /// - Throws: what `JSONSerialization` throws.
    public func json() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// In capitals.
  public var method: String
  /// Path and query, percent-encoded.
  public var target: String
  /// Fields beside those that every request has.
  public var fields: [String: String]
  /// A form's fields, if one goes with it.
  public var form: String?

  /// A request.
  public init(
    _ method: String, _ target: String, fields: [String: String] = [:], form: String? = nil
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.form = form
  }

  /// Sends it and waits for the answer; blocks.
  /// - Throws: `POSIXError`.
  public func send(to port: Int) throws -> Response {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    let text = text(port)
    guard Foundation.send(file, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count
    else { throw POSIXError(.EPIPE) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno == ECONNRESET { break }
      guard count > 0 else { throw POSIXError(.ETIMEDOUT) }
      all += buffer[..<count]
    }
    return try Self.read(String(decoding: all, as: UTF8.self))
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
