import FireflyCore
import FireflyTransfer
import Foundation

/// Makes addresses of posts of the same import lead to these posts: those of their pages on the web, and
/// the names of mails.
struct PostAddresses {
  /// The indices of the posts, by the names of their pages.
  private var places: [String: Int] = [:]
  /// The hosts of the pages.
  private var hosts: Set<Substring> = []
  private let source: String

  /// Indexes the posts of a source.
  init(_ posts: [ImportedPost], of source: String) {
    self.source = source
    hosts = Set([Self.hosts[source]].compactMap(\.self))
    for (index, post) in posts.enumerated() where !post.isDeleted {
      guard let key = post.source?.key ?? post.key else { continue }
      places[name(ofKey: key)] = index
      for address in [key] + post.pages {
        if let host = Self.host(of: address) { hosts.insert(host) }
      }
    }
    for (index, post) in posts.enumerated() where !post.isDeleted {
      for page in post.pages {
        guard let host = Self.host(of: page), let name = name(ofPage: page, on: host),
          places[name] == nil
        else { continue }
        places[name] = index
      }
    }
  }

  /// The hosts of services whose posts have names instead of addresses.
  private static let hosts: [String: Substring] = [
    "hn": "news.ycombinator.com", "lobsters": "lobste.rs", "reddit": "reddit.com",
  ]

  /// Makes the texts link to the posts.
  func link(_ posts: inout [ImportedPost]) {
    guard !places.isEmpty else { return }
    let titles = posts.map(\.title)
    var linked: Set<Int> = []
    for index in posts.indices {
      posts[index].body = BodyMark.rewriting(posts[index].body, withAddresses: true) { mark in
        guard mark.kind != .picture, let place = place(of: mark.address), place != index else {
          return nil
        }
        linked.insert(place)
        let name = BodyLink.name(Self.linkName(place), orElse: mark.address)
        if mark.kind == .definition { return .address(BodyLink.scheme + name) }
        if mark.kind == .link { return .text(BodyLink.markdown(mark.label, to: name)) }
        let label = titles[place].isEmpty ? mark.address : titles[place]
        return .text(BodyLink.markdown(BodyLink.label(label), to: name))
      }
    }
    for place in linked { posts[place].linkNames.append(Self.linkName(place)) }
  }

  private static func linkName(_ place: Int) -> String { BodyLink.name(for: "address:\(place)") }

  /// Returns the post with an address; nil if there is none.
  private func place(of address: String) -> Int? {
    if source == "mail", let id = Self.mail(at: address) { return places[name(ofKey: id)] }
    guard let host = Self.host(of: address), hosts.contains(host) else { return nil }
    return name(ofPage: address, on: host).flatMap { places[$0] }
  }

  private func name(ofKey key: String) -> String {
    guard let host = Self.host(of: key) else { return "\(source):\(key)" }
    return name(ofPage: key, on: host) ?? key
  }

  /// Returns the name of a mail in an address: `name@host`, `mid:name@host`, or at the end of the page
  /// of an archive.
  private static func mail(at address: String) -> String? {
    guard address.contains("@") || address.contains("%40") else { return nil }
    if address.hasPrefix("mid:") { return String(address.dropFirst(4)) }
    guard host(of: address) != nil else { return address }
    let end = address.split(separator: "/").last { $0.contains("@") || $0.contains("%40") }
    return end.map { $0.removingPercentEncoding ?? String($0) }
  }

  /// Returns the host of an address of a page, without `www.` and the like; nil for others.
  private static func host(of address: String) -> Substring? {
    guard let start = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
    let host = address.dropFirst(start.count).prefix { !"/?#".contains($0) }
    for name in ["www.", "old.", "new.", "np."] where host.hasPrefix(name) {
      return host.dropFirst(name.count)
    }
    return host.isEmpty ? nil : host
  }

  /// Returns the topic and the position in an address of a forum: `t/title/12/3`, `t/12`; nil for others.
  private static func place(inForum path: [Substring]) -> String? {
    guard let mark = path.firstIndex(of: "t") else { return nil }
    let numbers = path[(mark + 1)...].drop { Int($0) == nil }.prefix(2)
    guard let topic = numbers.first else { return nil }
    return "t/\(topic)/\(numbers.dropFirst().first ?? "1")"
  }

  /// Returns a name for a page that is the same for all its addresses.
  private func name(ofPage address: String, on host: Substring) -> String? {
    guard let parts = URLComponents(string: address) else { return nil }
    let path = parts.path.split(separator: "/")
    if source == "discourse", let place = Self.place(inForum: path) { return "\(host)/\(place)" }
    switch host {
    case "news.ycombinator.com":
      let id = parts.queryItems?.first { $0.name == "id" }?.value
      return path.first == "item" ? id.map { "hn:\($0)" } : nil
    case "lobste.rs":
      if let comment = parts.fragment, comment.hasPrefix("c_") {
        return "lobsters:\(comment.dropFirst(2))"
      }
      return path.count > 1 && ["s", "c"].contains(path[0]) ? "lobsters:\(path[1])" : nil
    case "reddit.com":
      guard let start = path.firstIndex(of: "comments"), path.count > start + 1 else { return nil }
      return path.count > start + 3
        ? "reddit:t1_\(path[start + 3])" : "reddit:t3_\(path[start + 1])"
    default:
      // A status of Mastodon has an address for readers and one for programs.
      if let place = path.firstIndex(of: "statuses")
        ?? path.firstIndex(where: { $0.hasPrefix("@") }),
        path.count == place + 2
      {
        return "\(host)/@/\(path[place + 1])"
      }
      return ([String(host)] + path.map(String.init)).joined(separator: "/")
        + (parts.query.map { "?\($0)" } ?? "")
    }
  }
}
