import FireflyHTTP
import FireflyStore
import Synchronization

/// Assigns IDs to requests, so that log lines of this server and of a proxy can be matched.
final class RequestIDs: Sendable {
  /// Maximum length of an ID from a proxy in bytes: twice that of a UUID.
  private static let maximumLength = 72

  // At most 15 bytes with the number, so that the string needs no allocation.
  private let prefix = String(UInt32.random(in: 0x1000_0000...0x3FFF_FFFF), radix: 36) + "-"
  private let number = Atomic(0)

  /// Returns the ID from a trusted proxy if it is plain and short; otherwise a new one.
  func id(of request: HTTPRequest) -> String {
    if request.isProxied {
      let given = request.fields.all("x-request-id")
      if given.count == 1, (1...Self.maximumLength).contains(given[0].utf8.count),
        given[0].utf8.allSatisfy(\.isPlain)
      {
        return given[0]
      }
    }
    var id = prefix
    id += String(number.add(1, ordering: .relaxed).newValue, radix: 36)
    return id
  }
}
