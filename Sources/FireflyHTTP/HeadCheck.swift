internal import NIOHTTP1

/// Rejects headers that the decoder accepts but a server must not.
enum HeadCheck {
  /// The response to an ambiguous header; nil if the header is valid.
  static func refusal(of head: HTTPRequestHead, _ limits: HTTPLimits) -> HTTPRefusal? {
    let hosts = head.headers["host"].count
    guard hosts == 1 || hosts == 0 && head.version == .http1_0 else {
      return HTTPRefusal(400, "Bad request", "A request names its host once.")
    }
    guard head.uri.utf8.count <= limits.fieldBytes else {
      return HTTPRefusal(414, "Address too long", "No address here is that long.")
    }
    let encodings = head.headers["transfer-encoding"]
    guard encodings.isEmpty || encodings.count == 1 && encodings[0].lowercased() == "chunked" else {
      return HTTPRefusal(501, "Unknown encoding", "A body is sent as it is, or in chunks.")
    }
    // With both fields, two servers could disagree on where the request ends (request smuggling).
    guard encodings.isEmpty || !head.headers.contains(name: "content-length") else {
      return HTTPRefusal(400, "Bad request", "A body has a length or comes in chunks, not both.")
    }
    return nil
  }

  /// The response to input that is not a request.
  static func refusal(for error: HTTPParserError) -> HTTPRefusal {
    switch error {
    case .headerOverflow:
      HTTPRefusal(431, "Request too large", "The head of a request is not that long.")
    case .invalidMethod: HTTPRefusal(405, "Unknown method", "Unknown method.")
    default: HTTPRefusal(400, "Bad request", "What was sent is not HTTP.")
    }
  }
}
