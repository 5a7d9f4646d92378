/// Links to other posts of a server in a body: `[the boat](post:123)`.
public enum BodyLink {
  /// The scheme of their addresses, with its colon.
  public static let scheme = "post:"

  /// Returns the address of a post in a link.
  public static func address(of id: Post.ID) -> String { "\(scheme)\(id)" }

  /// Returns the post to which an address leads; nil for other addresses.
  public static func number(of address: String) -> Post.ID? {
    guard address.hasPrefix(scheme) else { return nil }
    return number(named: address.dropFirst(scheme.count))
  }

  /// Returns the post that a link names: `123`; nil for other names.
  public static func number(named name: some StringProtocol) -> Post.ID? {
    guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int(name), id > 0 else {
      return nil
    }
    return id
  }

  /// Returns words as the label of a link.
  public static func label(_ words: String) -> String {
    words.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// Returns a link with a label in Markdown.
  ///
  /// - Parameters:
  ///   - label: the words, in Markdown.
  ///   - name: the number of the post, or its name in a document.
  /// - Returns: `[label](post:name)`.
  public static func markdown(_ label: some StringProtocol, to name: some StringProtocol) -> String
  {
    "[\(label)](\(scheme)\(name))"
  }

  /// Returns a name that a link can have, for the posts of a document without numbers.
  ///
  /// - Parameter key: any text.
  /// - Returns: `~` and the text, with everything but letters and digits of ASCII as `%41`.
  public static func name(for key: String) -> String {
    let hex = Array("0123456789ABCDEF")
    return key.utf8.reduce(into: "~") { name, byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) {
        name.unicodeScalars.append(scalar)
      } else {
        name += "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
      }
    }
  }

  /// Returns a name with the address that stands for it if nothing has the name, as the title of the link.
  public static func name(_ name: String, orElse address: String) -> String {
    let title = address.replacing("\"", with: "%22").filter { $0 != "\\" && !$0.isNewline }
    return "\(name) \"\(title)\""
  }

  /// Rewrites the links to posts in a body, and the definitions of such links; those in code stay.
  ///
  /// Takes linear time for any text.
  /// - Parameters:
  ///   - body: Markdown.
  ///   - replacement: returns what stands for a link to this name; nil to keep it.
  /// - Returns: the body.
  public static func rewriting(
    _ body: String, _ replacement: (_ link: BodyMark, _ name: String) -> BodyMark.Change?
  ) -> String {
    guard body.hasBytes("post:") else { return body }
    return BodyMark.rewriting(body, scheme: scheme) { mark in
      guard mark.kind != .picture, mark.address.hasPrefix(scheme),
        case let name = mark.address.dropFirst(scheme.utf8.count), !name.isEmpty,
        name.utf8.allSatisfy({ $0 > 0x20 })
      else { return nil }
      return replacement(mark.kind == .address ? mark.named(mark.address) : mark, String(name))
    }
  }

  /// Returns the numbers of the posts to which a body links.
  public static func numbers(in body: String) -> Set<Post.ID> {
    var numbers: Set<Post.ID> = []
    _ = rewriting(body) { _, name in
      if let id = number(named: name) { numbers.insert(id) }
      return nil
    }
    return numbers
  }
}
