import FireflyCore
import Foundation

/// The cookies of one chain of redirects: a server gets back what it has set on the way; then they are
/// forgotten.
///
/// Some sites send a feed only to clients that come back from a redirect with its cookie.
struct RedirectCookies {
  /// Maximum number of cookies, and of bytes of each.
  static let (maximumCount, maximumBytes) = (20, 4_096)

  private struct Cookie {
    var name: String
    var value: String
    var host: String
    /// Whether hosts below that one get it, too.
    var coversHostsBelow = false
    var path = "/"
    var isSecure = false

    func isSame(as other: Cookie) -> Bool {
      name == other.name && host == other.host && path == other.path
    }

    func isFor(_ url: URL) -> Bool {
      guard let target = url.host?.lowercased() else { return false }
      let isHost = target == host || coversHostsBelow && target.hasSuffix("." + host)
      let place = url.path.isEmpty ? "/" : url.path
      let isPath =
        place == path || place.hasPrefix(path.hasSuffix("/") ? path : path + "/")
      return isHost && isPath && (!isSecure || url.scheme?.lowercased() == "https")
    }
  }

  private var cookies: [Cookie] = []

  /// Takes the value of a field `Set-Cookie`; one that can't be used is left out.
  ///
  /// - Parameter url: the address that has sent it.
  mutating func receive(_ field: String, from url: URL) {
    guard let host = url.host?.lowercased(), field.utf8.count <= Self.maximumBytes,
      field.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return }
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
    guard let (name, value) = parts.first, !name.isEmpty else { return }
    var cookie = Cookie(name: name, value: value, host: host)
    var isOver = false
    for (key, value) in parts.dropFirst() {
      switch key.lowercased() {
      case "domain":
        let domain = String(value.lowercased().drop { $0 == "." })
        guard domain != host, !domain.isEmpty else {
          cookie.coversHostsBelow = domain == host
          continue
        }
        guard host.hasSuffix("." + domain), domain.contains("."),
          !ServerAddress.isAddress(host)
        else { return }
        (cookie.host, cookie.coversHostsBelow) = (domain, true)
      case "path": if value.hasPrefix("/") { cookie.path = value }
      case "secure": cookie.isSecure = true
      case "max-age": isOver = Int(value).map { $0 <= 0 } ?? isOver
      case "expires":
        isOver = isOver || WireDate.date(value).map { $0.timeIntervalSinceNow < 0 } ?? false
      default: break
      }
    }
    cookies.removeAll { $0.isSame(as: cookie) }
    if !isOver, cookies.count < Self.maximumCount { cookies.append(cookie) }
  }

  /// Returns the field `Cookie` of a request; nil for none.
  func field(for url: URL) -> String? {
    let own = cookies.filter { $0.isFor(url) }
    return own.isEmpty ? nil : own.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  private static func pair(_ part: Substring) -> (name: String, value: String) {
    let parts = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    func trimmed(_ text: Substring?) -> String {
      (text.map(String.init) ?? "").trimmingCharacters(in: .whitespaces)
    }
    return (trimmed(parts.first), trimmed(parts.dropFirst().first))
  }
}
