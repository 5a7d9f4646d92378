import FireflyCore

// Links between the posts of a document.
extension ImportPlan {
  /// Makes the links in bodies lead to the posts' final numbers.
  ///
  /// A link to a post that was deleted here keeps its number. One to a post that the document lacks leads
  /// to the address that it names, or becomes its label.
  /// - Parameter numbers: the numbers of all posts.
  mutating func link(to numbers: [Int]) {
    var known = deleted
    for (index, post) in posts.enumerated() {
      for name in post.names { known[name] = numbers[index] }
    }
    for index in posts.indices {
      let (body, prefix) = (posts[index].body, posts[index].prefix)
      let isOwn = ownServer != nil && prefix == self.prefix(of: ownServer)
      let linked = BodyLink.rewriting(body) { link, name in
        let id = Int(name)
        let number = known[id == nil ? name : prefix + name] ?? (isOwn ? id : nil)
        if link.kind == .definition {
          let elsewhere = link.title.contains(":") ? "<\(link.title)>" : "#"
          return .address(number.map { BodyLink.address(of: $0) } ?? elsewhere)
        }
        return .text(
          number.map { BodyLink.markdown(link.label, to: "\($0)") } ?? Self.text(of: link, to: name)
        )
      }
      let last = Self.withoutNames(linked, known)
      // A change copies the whole list, which the caller has too.
      if last != body { posts[index].body = last }
    }
  }

  /// Replaces names that stand where the scanner sees code, but an importer saw a link.
  private static func withoutNames(_ body: String, _ known: [String: Int]) -> String {
    let mark = "](post:~"
    guard body.hasBytes("](post:~") else { return body }
    var (output, rest) = ("", body[...])
    while let found = rest.firstRange(of: mark) {
      let name = rest[found.upperBound...].prefix { !" )\n".contains($0) }
      output += rest[..<found.lowerBound] + "]("
      output += known["~" + name].map { BodyLink.address(of: $0) } ?? "#"
      rest = rest[name.endIndex...]
    }
    return output + rest
  }

  /// Returns what stands for a link to a post that there is not.
  private static func text(of link: BodyMark, to name: String) -> String {
    // Others have a title for people.
    guard name.hasPrefix("~"), !link.title.isEmpty else { return link.label }
    return link.title.contains(":") ? "[\(link.label)](<\(link.title)>)" : "<\(link.title)>"
  }
}
