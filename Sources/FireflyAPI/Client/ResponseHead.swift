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
  /// `WWW-Authenticate` and `Proxy-Authenticate`, as they were sent.
  let challenge: String?
  let etag: String?
  /// `Last-Modified`, as it was sent.
  let modified: String?
  /// `Retry-After` in seconds; after a 429 without it, the time until `X-RateLimit-Reset`.
  let retryAfter: Int?
  /// The address of the next page, by `Link` with `rel="next"` (RFC 8288); nil for none.
  let next: String?

  init(_ response: HTTPURLResponse) {
    status = response.statusCode
    url = response.url
    contentType = response.value(forHTTPHeaderField: TransferFields.contentTypeField)
    challenge = response.value(forHTTPHeaderField: TransferFields.challengeField)
    etag = response.value(forHTTPHeaderField: "ETag")
    modified = response.value(forHTTPHeaderField: "Last-Modified")
    retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
    next = response.value(forHTTPHeaderField: "Link").flatMap(Self.next)
  }

  /// The address with the relation `next` in the value of a `Link`.
  private static func next(_ field: String) -> String? {
    // An address may have commas, but no angle brackets.
    for part in field.split(separator: "<").prefix(16) {
      let halves = part.split(separator: ">", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let relations = halves[1].split(whereSeparator: { ";,".contains($0) }).map {
        $0.filter { $0 != "\"" && !$0.isWhitespace }.lowercased()
      }
      if relations.contains("rel=next") { return String(halves[0]) }
    }
    return nil
  }

  /// The form in which a server or a proxy wants a password, if it is none in which Firefly sends one; nil otherwise.
  var unknownForm: String? { [401, 407].contains(status) ? Self.unknownForm(in: challenge) : nil }

  /// Returns the form that a challenge names, if it is none in which Firefly sends a password; nil otherwise.
  static func unknownForm(in challenge: String?) -> String? {
    guard let challenge = challenge?.lowercased(), !challenge.contains("basic") else { return nil }
    return ["Digest", "NTLM", "Negotiate", "Bearer"].first { challenge.contains($0.lowercased()) }
  }

  var isSuccess: Bool { (200..<300).contains(status) }

  /// The message of a refusal for a time, with that time; nil if it names none.
  ///
  /// A message with a number, or that says to wait, names the time itself.
  func pause(after message: String?) -> String? {
    let said = message?.lowercased() ?? ""
    guard status == 429 || status == 503, let retryAfter, retryAfter > 0,
      !said.contains(where: \.isNumber), !["wait", "again", "later"].contains(where: said.contains)
    else { return nil }
    let reason = message ?? (status == 429 ? "Too many requests." : "Not available.")
    let end = reason.last.map { ".!?".contains($0) } == true ? "" : "."
    return "\(reason)\(end) Try again in \(WaitingTime.words(retryAfter))."
  }
}
