internal import NIOHTTP1

/// Rejects headers that the decoder accepts but a server must not.
enum HeadCheck {
  /// The response to an ambiguous header; nil if the header is valid.
  static func refusal(of head: HTTPRequestHead, _ limits: HTTPLimits) -> HTTPRefusal? {
    let hosts = head.headers["host"].count
    guard hosts == 1 || hosts == 0 && head.version == .http1_0 else {
      return HTTPRefusal(400, "Bad request", "A request must have exactly one Host field.")
    }
    guard head.uri.utf8.count <= limits.fieldBytes else {
      return HTTPRefusal(414, "Address too long", "The address is too long.")
    }
    let encodings = head.headers["transfer-encoding"]
    guard encodings.isEmpty || encodings.count == 1 && encodings[0].lowercased() == "chunked" else {
      return HTTPRefusal(
        501, "Unknown encoding", "The only transfer encoding supported is chunked.")
    }
    // With both fields, two servers could disagree on where the request ends (request smuggling).
    guard encodings.isEmpty || !head.headers.contains(name: "content-length") else {
      return HTTPRefusal(
        400, "Bad request", "A request can't have both Content-Length and Transfer-Encoding.")
    }
    return nil
  }

  /// The response to input that is not a request.
  static func refusal(for error: HTTPParserError) -> HTTPRefusal {
    switch error {
    case .headerOverflow:
      HTTPRefusal(431, "Request too large", "The header of the request is too large.")
    case .invalidMethod: HTTPRefusal(405, "Unknown method", "Unknown method.")
    default: HTTPRefusal(400, "Bad request", "This is not a valid HTTP request.")
    }
  }
}
