internal import NIOCore
import Synchronization

/// The body of a request, read in pieces as it arrives; it can be read once.
///
/// Applies backpressure: buffers at most 64 KB.
package struct HTTPBody: Sendable {
  private let feed: BodyFeed?

  /// An empty body.
  package static let none = HTTPBody(feed: nil)

  /// Creates a complete body; like one from a socket, reading it fails beyond `limit` bytes.
  package init(_ bytes: [UInt8], limit: Int = HTTPLimits().bodyBytes) {
    let feed = BodyFeed(limit: limit) {}
    feed.append(ByteBuffer(bytes: bytes))
    feed.end(nil)
    self.init(feed: feed)
  }

  init(feed: BodyFeed?) { self.feed = feed }

  /// Returns the next piece, which is never empty; nil at the end.
  package func next() async throws(HTTPBodyError) -> [UInt8]? {
    guard let feed else { return nil }
    return try await feed.next()
  }

  /// Reads the whole body.
  /// - Parameter limit: maximum size in bytes.
  /// - Returns: the bytes.
  /// - Throws: `HTTPBodyError`; `.tooLarge` beyond the limit.
  package func bytes(atMost limit: Int) async throws(HTTPBodyError) -> [UInt8] {
    var all: [UInt8] = []
    while let piece = try await next() {
      all += piece
      if all.count > limit { throw .tooLarge(limit: limit) }
    }
    return all
  }
}

/// The buffer between the connection, which writes a body, and the handler, which reads it.
final class BodyFeed: Sendable {
  /// Number of buffered bytes at which reading from the socket pauses.
  private static let capacity = 64 << 10

  private typealias Piece = Result<[UInt8]?, HTTPBodyError>

  private struct State {
    var bytes: [UInt8] = []
    var received = 0
    var end: Piece?
    var reader: CheckedContinuation<Piece, Never>?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let onSpace: @Sendable () -> Void

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - limit: maximum size of the whole body in bytes.
  ///   - onSpace: called when reading from the socket may resume.
  init(limit: Int, onSpace: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.onSpace = onSpace
  }

  /// Whether reading from the socket should pause.
  var isFull: Bool {
    state.withLock { $0.end == nil && $0.bytes.count >= Self.capacity }
  }

  /// Number of bytes of the body received.
  var received: Int { state.withLock(\.received) }

  /// Appends bytes from the socket; drops them after the end of the body.
  func append(_ buffer: ByteBuffer) {
    guard buffer.readableBytes > 0 else { return }
    let ready: (CheckedContinuation<Piece, Never>, Piece)? = state.withLock { state in
      guard state.end == nil else { return nil }
      state.received += buffer.readableBytes
      if state.received > limit {
        state.end = .failure(.tooLarge(limit: limit))
        state.bytes = []
      } else {
        state.bytes += buffer.readableBytesView
      }
      return Self.nextDelivery(&state)
    }
    if let (reader, piece) = ready { reader.resume(returning: piece) }
  }

  /// Ends the body; only the first call has an effect.
  func end(_ error: HTTPBodyError?) {
    let ready: (CheckedContinuation<Piece, Never>, Piece)? = state.withLock { state in
      guard state.end == nil else { return nil }
      state.end = error.map { .failure($0) } ?? .success(nil)
      return Self.nextDelivery(&state)
    }
    if let (reader, piece) = ready { reader.resume(returning: piece) }
  }

  /// Returns the next piece, or nil at the end.
  func next() async throws(HTTPBodyError) -> [UInt8]? {
    let piece = await withCheckedContinuation { continuation in
      let (known, hasSpace): (Piece?, Bool) = state.withLock { state in
        let wasFull = state.bytes.count >= Self.capacity
        let piece = Self.piece(&state)
        if piece == nil { state.reader = continuation }
        return (piece, wasFull)
      }
      if let known { continuation.resume(returning: known) }
      if hasSpace { onSpace() }
    }
    return try piece.get()
  }

  /// Removes the waiting reader and the piece for it.
  private static func nextDelivery(_ state: inout State) -> (
    CheckedContinuation<Piece, Never>, Piece
  )? {
    guard let reader = state.reader, let piece = piece(&state) else { return nil }
    state.reader = nil
    return (reader, piece)
  }

  private static func piece(_ state: inout State) -> Piece? {
    guard state.bytes.isEmpty else {
      defer { state.bytes = [] }
      return .success(state.bytes)
    }
    return state.end
  }
}
