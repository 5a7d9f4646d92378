import FireflyCore
import Foundation
import Synchronization

extension HTTPClient {
  /// Sends a request and decodes the response when it is complete.
  ///
  /// `key` is the idempotency key of the request.
  func answer<Answer: Decodable & Sendable, Result: Sendable>(
    _ endpoint: Endpoint, body: RequestBody? = nil, key: String? = nil, version: String? = nil,
    slow: Bool = false, uploads: Bool = false, read: @escaping @Sendable (Answer) -> Result
  ) async throws(APIError) -> Result {
    try await answerWithTag(
      endpoint, body: body, key: key, version: version, slow: slow, uploads: uploads, read: read
    ).result
  }

  /// Sends a request, decodes the response when it is complete, and returns its `ETag`, too.
  ///
  /// - Parameters:
  ///   - endpoint: the call.
  ///   - key: the idempotency key.
  ///   - version: the `ETag` of the version to change; nil to change any version.
  ///   - slow: whether the server may take long to respond.
  ///   - uploads: whether the body contains a picture: it has no time limit while it makes
  ///     progress, and the body's observer is notified.
  ///   - read: extracts the result from the decoded response.
  /// - Returns: the result, and the `ETag` if there is one.
  func answerWithTag<Answer: Decodable & Sendable, Result: Sendable>(
    _ endpoint: Endpoint, body: RequestBody? = nil, key: String? = nil, version: String? = nil,
    slow: Bool = false, uploads: Bool = false, read: @escaping @Sendable (Answer) -> Result
  ) async throws(APIError) -> (result: Result, tag: String?) {
    let bytes = Mutex(Data())
    var request = request(endpoint, byteLimit: limits.answerBytes)
    request.body = body
    request.idempotencyKey = key
    request.version = version
    if slow || uploads { request.seconds = limits.slowSeconds }
    request.isUpload = uploads
    if uploads { request.observer = body?.observer }
    let head = try await perform(request) { data in bytes.withLock { $0.append(data) } }
    let json = bytes.withLock { $0 }
    let result = try reportingUnreadable(endpoint) { () throws(APIError) in
      try Self.decode(json, read: read)
    }
    return (result, head.etag)
  }

  /// Decodes a complete response.
  /// - Throws: `APIError.tooDeep` or `.unreadable`.
  static func decode<Answer: Decodable & Sendable, Result: Sendable>(
    _ json: Data, read: @escaping @Sendable (Answer) -> Result
  ) throws(APIError) -> Result {
    let depth = JSONNesting.depth(of: json)
    guard depth <= ElementSplitter.deepest else { throw .tooDeep }
    let work = { @Sendable in read(try JSONDecoder().decode(Answer.self, from: json)) }
    do {
      return try depth > DeepStack.shallow ? DeepStack.run(work) : work()
    } catch {
      throw .unreadable(reason: error.plainDescription)
    }
  }

  func request(_ endpoint: Endpoint, byteLimit: Int) -> Request {
    Request(
      name: endpoint.path, url: server.url(for: endpoint), method: endpoint.method,
      byteLimit: byteLimit, seconds: limits.seconds)
  }

  /// Logs a response that arrived whole but could not be decoded; other errors are logged where
  /// they occur.
  func reportingUnreadable<Result>(
    _ endpoint: Endpoint, _ work: () throws(APIError) -> Result
  ) throws(APIError) -> Result {
    do throws(APIError) {
      return try work()
    } catch {
      logger.warning("\(endpoint.method.rawValue) \(endpoint.path): \(error)")
      throw error
    }
  }
}
