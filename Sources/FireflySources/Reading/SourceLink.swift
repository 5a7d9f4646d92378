import Foundation

/// A page of a source, by its address on the web.
public struct SourceLink: Hashable, Sendable {
  /// What the page shows.
  public enum Target: Hashable, Sendable {
    /// A list.
    case front
    /// A post, by its number.
    case post(Int)
    /// A person, by the name that identifies them.
    case user(String)
  }

  /// The source.
  public let source: SourceAddress
  /// What the page shows.
  public let target: Target

  /// Creates a link.
  public init(source: SourceAddress, target: Target) {
    (self.source, self.target) = (source, target)
  }

  /// Recognises the address of a page.
  ///
  /// - Returns: nil if it is none of a source.
  public init?(_ address: String) {
    guard let parts = URLComponents(string: address.trimmingCharacters(in: .whitespaces)),
      ["http", "https"].contains(parts.scheme?.lowercased() ?? ""),
      let host = parts.host?.lowercased(), parts.user == nil
    else { return nil }
    let page = WebPage(host: host, parts)
    guard let link = SourceLink(hackerNews: page) else { return nil }
    self = link
  }

  /// The number of the post at which to begin; nil for a list.
  public var post: Int? {
    switch target {
    case .front: nil
    case .post(let id): id
    case .user(let handle): SourceNumbers.number("user/" + handle)
    }
  }

  /// The person whose number has to be known.
  public var handle: String? {
    if case .user(let handle) = target { handle } else { nil }
  }
}

/// The parts of a page's address that name what it shows.
struct WebPage {
  let host: String
  let path: [String]
  let query: [String: String]
  let fragment: String

  init(host: String, _ parts: URLComponents) {
    self.host = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    path = parts.path.split(separator: "/").map(String.init)
    let items = (parts.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } }
    query = Dictionary(items) { first, _ in first }
    fragment = parts.fragment ?? ""
  }

  /// A number of a post in a text.
  static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { $0 > 0 && $0 < SourceNumbers.first ? $0 : nil }
  }
}
