import FireflyCore
import Foundation

/// What links within outlines lead to: files, headlines, and what has an ID.
struct OrgTargets {
  /// A post that links can lead to.
  struct Target {
    /// Its title, for links without words.
    let title: String
    /// Identifies it among all targets.
    let key: String

    /// Its name in links to posts.
    var name: String { BodyLink.name(for: key) }
  }

  private var targets: [String: Target] = [:]
  /// The first file of each name, in any folder.
  private var files: [String: String] = [:]

  /// Adds a file.
  ///
  /// - Parameter path: its path from the imported folder.
  mutating func add(file path: String, title: String) {
    add(Self.key(ofFile: path), title)
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    files[name] = files[name] ?? path
  }

  mutating func add(headline title: String, of path: String) {
    add(Self.key(ofHeadline: title, in: path), title)
  }

  /// Adds what has an ID: a file or a headline.
  mutating func add(id: String, title: String) { add(Self.key(ofID: id), title) }

  /// Adds a headline with a name of its own in its file.
  mutating func add(customID id: String, title: String, of path: String) {
    add(Self.key(ofCustomID: id, in: path), title)
  }

  private mutating func add(_ key: String, _ title: String) {
    if targets[key] == nil { targets[key] = Target(title: title, key: key) }
  }

  static func key(ofFile path: String) -> String { "file:\(path)" }
  static func key(ofID id: String) -> String { "id:\(id)" }
  static func key(ofCustomID id: String, in path: String) -> String { "\(path)::#\(id)" }

  /// Upper and lower case, blanks and counts such as `[1/2]` make no difference.
  static func key(ofHeadline title: String, in path: String) -> String {
    let words = title.lowercased().split(whereSeparator: \.isWhitespace)
      .filter { !($0.hasPrefix("[") && $0.hasSuffix("]") && $0.contains { "/%".contains($0) }) }
    return "\(path)::*\(words.joined(separator: " "))"
  }

  /// Returns what a link leads to.
  ///
  /// - Parameters:
  ///   - link: its target, such as `id:5`, `*Headline`, `#name` or `file:x.org::*Headline`.
  ///   - path: the file with the link.
  /// - Returns: the target; nil if there is none.
  func target(of link: String, in path: String) -> Target? {
    for (start, separator) in [("id:", "::"), ("file:", "::")] where link.hasPrefix(start) {
      let parts = link.dropFirst(start.count).split(separator: separator, maxSplits: 1)
      guard let place = parts.first.map(String.init) else { return nil }
      if start == "id:" { return targets[Self.key(ofID: place)] }
      guard let file = file(at: place, from: path) else { return nil }
      let inner = parts.dropFirst().first.flatMap { target(within: String($0), in: file) }
      return inner ?? targets[Self.key(ofFile: file)]
    }
    if link.hasPrefix("./") || link.hasPrefix("../") {
      return target(of: "file:" + link, in: path)
    }
    return target(within: link.hasPrefix("roam:") ? String(link.dropFirst(5)) : link, in: path)
  }

  private func target(within link: String, in path: String) -> Target? {
    if link.hasPrefix("#") {
      return targets[Self.key(ofCustomID: String(link.dropFirst()), in: path)]
    }
    let words = link.hasPrefix("*") ? String(link.dropFirst()) : link
    return targets[Self.key(ofHeadline: words, in: path)]
  }

  /// Returns the path of a file of the import; nil if there is none.
  private func file(at link: String, from path: String) -> String? {
    let folder = path.split(separator: "/").dropLast().map(String.init)
    let beside = ForeignPath.steps(link, from: folder, forgives: true)?.joined(separator: "/") ?? ""
    if targets[Self.key(ofFile: beside)] != nil { return beside }
    // Notes may have been moved to other folders.
    return link.split(separator: "/").last.flatMap { files[$0.lowercased()] }
  }
}
