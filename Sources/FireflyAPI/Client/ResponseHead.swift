import FireflyCore
import Foundation
import FoundationNetworking

/// Status and relevant header fields of a response.
struct ResponseHead: Sendable {
  let status: Int
  /// The address, after redirects.
  let url: URL?
  /// The address that replaces that of the request, by permanent redirects; nil for none.
  var newAddress: URL?
  /// `Content-Type`, as it was sent.
  let contentType: String?
  let etag: String?
  /// `Last-Modified`, as it was sent.
  let modified: String?
  /// `Retry-After` in seconds.
  let retryAfter: Int?

  init(_ response: HTTPURLResponse) {
    status = response.statusCode
    url = response.url
    contentType = response.value(forHTTPHeaderField: TransferProtocol.contentTypeField)
    etag = response.value(forHTTPHeaderField: "ETag")
    modified = response.value(forHTTPHeaderField: "Last-Modified")
    retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
  }

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The message of a refusal for a time, with that time; nil if it names none.
  ///
  /// A message with a number names the time itself.
  func pause(after message: String?) -> String? {
    guard status == 429 || status == 503, let retryAfter, retryAfter > 0,
      message?.contains(where: \.isNumber) != true
    else { return nil }
    let reason = message ?? (status == 429 ? "Too many requests." : "Not available.")
    let end = reason.last.map { ".!?".contains($0) } == true ? "" : "."
    return "\(reason)\(end) Try again in \(WaitingTime.words(retryAfter))."
  }
}
