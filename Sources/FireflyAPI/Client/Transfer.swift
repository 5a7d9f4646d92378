import Foundation
import FoundationNetworking
import Synchronization

/// One request under way: what arrives of its answer, as a stream.
final class Transfer: Sendable {
  /// What arrives.
  enum Event: Sendable {
    case head(ResponseHead)
    case bytes(Data)
    /// Nothing comes after it.
    case end(Ending)
  }

  /// How it ended.
  enum Ending: Sendable {
    case complete
    case failed(URLError.Code)
    case tooLarge
    case timedOut
  }

  /// What arrives; ends early when the task that reads it is cancelled.
  let events: AsyncStream<Event>

  private let continuation: AsyncStream<Event>.Continuation
  private let byteLimit: Int
  private let redirectLimit: Int
  private let state = Mutex(State())

  private struct State {
    var received = 0
    var waiting = 0
    var redirects = 0
    var isHeld = false
  }

  // A fast server must not fill the memory while posts are decoded.
  private static let mostWaiting = 512 << 10

  init(byteLimit: Int, redirectLimit: Int) {
    self.byteLimit = byteLimit
    self.redirectLimit = redirectLimit
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Takes the head of the answer; refuses a length over the limit.
  /// - Returns: whether the rest is wanted.
  func receive(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      end(.failed(.badServerResponse))
      return false
    }
    let head = ResponseHead(response)
    continuation.yield(.head(head))
    guard response.expectedContentLength <= Int64(byteLimit) else {
      end(.tooLarge)
      return false
    }
    return true
  }

  /// Takes some bytes, unless they are more than the limit.
  /// - Returns: whether the rest is wanted, and whether it has to wait for `consumed`.
  func receive(_ data: Data) -> (isWanted: Bool, isHeld: Bool) {
    let (isWanted, isHeld) = state.withLock { state in
      state.received += data.count
      state.waiting += data.count
      state.isHeld = state.waiting > Self.mostWaiting
      return (state.received <= byteLimit, state.isHeld)
    }
    if isWanted {
      continuation.yield(.bytes(data))
    } else {
      end(.tooLarge)
    }
    return (isWanted, isHeld)
  }

  /// Says that so many bytes have been read.
  /// - Returns: whether more may come again after having been held.
  func consumed(_ count: Int) -> Bool {
    state.withLock { state in
      state.waiting -= count
      guard state.isHeld, state.waiting < Self.mostWaiting / 4 else { return false }
      state.isHeld = false
      return true
    }
  }

  /// Counts a redirect.
  /// - Returns: whether it may be followed: by a request that only reads, to http or https, and not
  ///   from https back to http.
  func follows(redirectTo request: URLRequest, from old: URLRequest?) -> Bool {
    let count = state.withLock { state in
      state.redirects += 1
      return state.redirects
    }
    let scheme = request.url?.scheme?.lowercased() ?? ""
    let isDowngrade = old?.url?.scheme?.lowercased() == "https" && scheme == "http"
    return count <= redirectLimit && ["http", "https"].contains(scheme) && !isDowngrade
      && old?.httpMethod ?? "GET" == "GET"
  }

  /// Ends the stream; only the first ending counts.
  func end(_ ending: Ending) {
    continuation.yield(.end(ending))
    continuation.finish()
  }
}

/// Status and headers of an answer, as far as they matter.
struct ResponseHead: Sendable {
  let status: Int
  let etag: String?

  init(_ response: HTTPURLResponse) {
    status = response.statusCode
    etag = response.value(forHTTPHeaderField: "ETag")
  }
}
