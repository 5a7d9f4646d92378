import FlyingFox
import FlyingSocks
import Foundation

/// Between FlyingFox and the router.
struct SocketHandler: HTTPHandler {
  /// Bytes of a body that is too large which are read all the same, so that the client gets to hear so.
  private static let mostRead = 4 * Request.maxBody

  let router: Router

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var headers: [String: String] = [:]
    for header in request.headers { headers[header.key.rawValue] = header.value }
    let hasBody = request.method == .POST
    let answer = await router.respond(
      to: Request(
        request.method.rawValue, request.target.rawValue, headers: headers,
        body: hasBody ? try await body(of: request) : Data()))
    return Self.response(answer)
  }

  /// The body, or so much of it that it is too much.
  private func body(of request: HTTPRequest) async throws -> Data {
    var body = Data()
    var length = 0
    for try await piece in request.bodySequence {
      length += piece.count
      if body.count <= Request.maxBody { body.append(piece) }
      if length > Self.mostRead { break }
    }
    return body
  }

  private static func response(_ answer: Response) -> HTTPResponse {
    var headers = HTTPHeaders()
    for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
    headers[.connection] = "close"
    let body =
      switch answer.body {
      case .bytes(let bytes):
        HTTPBodySequence(data: bytes, suggestedBufferSize: TreeStream.pieceLength)
      case .stream(let next):
        HTTPBodySequence(
          from: PieceSequence(next: next), suggestedBufferSize: TreeStream.pieceLength)
      }
    return HTTPResponse(
      statusCode: HTTPStatusCode(answer.status, phrase: phrases[answer.status] ?? "Status"),
      headers: headers, body: body)
  }

  private static let phrases = [
    200: "OK", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 500: "Internal Server Error",
  ]
}

/// The pieces of a streamed answer, as FlyingFox asks for them: the next one only when the last one has
/// been written to the socket.
struct PieceSequence: AsyncBufferedSequence {
  typealias Element = UInt8

  let next: @Sendable () async throws -> [UInt8]?

  func makeAsyncIterator() -> Iterator { Iterator(nextPiece: next) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let nextPiece: @Sendable () async throws -> [UInt8]?

    /// Byte by byte; FlyingFox doesn't ask for that, so what a piece has beyond its first byte is lost.
    mutating func next() async throws -> UInt8? {
      try await nextPiece()?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      // An empty chunk would end the answer.
      while let piece = try await nextPiece() {
        if !piece.isEmpty { return piece }
      }
      return nil
    }
  }
}
