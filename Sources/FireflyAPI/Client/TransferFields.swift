import FireflyCore
import Foundation

/// Those fields of a header that Firefly uses.
struct TransferFields {
  /// The field under which `Content-Type` is passed on: URLSession itself reads the usual one, which may
  /// be damaged.
  static let contentTypeField = "Firefly-Content-Type"
  /// The field under which `WWW-Authenticate` and `Proxy-Authenticate` are passed on: URLSession would act on them.
  static let challengeField = "Firefly-Challenge"

  private var entityTag: String?
  private var retryAfter: Int?
  private var contentType: String?
  private var challenge: String?
  private var lastModified: String?
  private var link: String?
  /// Seconds until `X-RateLimit-Reset`.
  private var reset: Int?

  /// Reads a line of the header.
  mutating func read(_ line: UnsafeRawBufferPointer) {
    entityTag = Self.returnable(Self.value(of: "etag:", in: line)) ?? entityTag
    lastModified = Self.returnable(Self.value(of: "last-modified:", in: line)) ?? lastModified
    retryAfter =
      Self.value(of: "retry-after:", in: line).flatMap(Self.seconds).map(Self.bounded)
      ?? retryAfter
    reset = Self.value(of: "x-ratelimit-reset:", in: line).flatMap(Self.secondsUntil) ?? reset
    link =
      Self.returnable(Self.value(of: "link:", in: line, limit: Self.linkBytes)) ?? link
    contentType = Self.value(of: "content-type:", in: line) ?? contentType
    for name in ["www-authenticate:", "proxy-authenticate:"] {
      if let kind = Self.value(of: name, in: line) {
        challenge = [challenge, kind].compactMap(\.self).joined(separator: ", ")
      }
    }
  }

  /// Returns the fields for URLSession.
  func passedOn(status: Int, contentLength: String?) -> [String: String] {
    var fields: [String: String] = [:]
    fields["ETag"] = entityTag
    fields["Last-Modified"] = lastModified
    // Some servers name the end of a refusal only with the number of requests that are left.
    fields["Retry-After"] = (retryAfter ?? (status == 429 ? reset : nil)).map(String.init)
    fields["Link"] = link
    fields[Self.contentTypeField] = contentType
    fields[Self.challengeField] = Self.returnable(challenge)
    fields["Content-Length"] = contentLength
    return fields
  }

  /// A value that may be sent back; nil if that is unsafe.
  private static func returnable(_ value: String?) -> String? {
    value.flatMap { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? $0 : nil }
  }

  /// A `Link` has the addresses of two pages.
  private static let linkBytes = 8 << 10

  /// Seconds after which a server is asked again at the latest: a day.
  static let longestPause = 86_400

  /// The seconds of a `Retry-After`: a number, or the time until a date.
  private static func seconds(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let left = WireDate.date(text)?.timeIntervalSinceNow
    return left.flatMap { Int(exactly: min(max($0, 0), Double(longestPause)).rounded(.up)) }
  }

  /// The seconds until a time: a date, seconds since 1970, or a small number that counts from now.
  private static func secondsUntil(_ text: String) -> Int? {
    guard let number = Int(text), number > longestPause else { return seconds(text).map(bounded) }
    return bounded(number - Int(Date().timeIntervalSince1970))
  }

  private static func bounded(_ seconds: Int) -> Int { min(max(seconds, 0), longestPause) }

  /// The value of a line of the header.
  ///
  /// - `name`: in lower case, with its colon.
  static func value(
    of name: String, in line: UnsafeRawBufferPointer, limit: Int = 1_024
  ) -> String? {
    let name = name.utf8
    guard line.count <= limit,
      line.prefix(name.count).elementsEqual(name, by: { $0 == $1 || $0 | 0x20 == $1 })
    else { return nil }
    return String(decoding: line.dropFirst(name.count), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
