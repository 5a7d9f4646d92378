/// Links to other posts of a server in a body: `[the boat](post:123)`.
public enum BodyLink {
  private static let scheme = "post:"
  /// Maximum bytes of what follows the scheme.
  private static let longestName = 1_200

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

  /// Rewrites the links to posts in a body; those in code stay.
  ///
  /// Takes linear time for any text.
  /// - Parameters:
  ///   - body: Markdown.
  ///   - replacement: returns what stands for a link with this label to this name; nil to keep it.
  /// - Returns: the body.
  public static func rewriting(
    _ body: String, _ replacement: (_ label: String, _ name: String) -> String?
  ) -> String {
    guard body.contains("](" + scheme) else { return body }
    var scanner = LinkScanner(Array(body.utf8))
    return String(decoding: scanner.rewritten(replacement), as: UTF8.self)
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

  private struct LinkScanner {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    /// Where brackets began in the output.
    private var brackets: [Int] = []
    private var next = 0
    private var code = CodeMarks()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func rewritten(_ replacement: (String, String) -> String?) -> [UInt8] {
      output.reserveCapacity(bytes.count)
      while next < bytes.count {
        let end = bytes[next...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        let line = bytes[next..<end]
        // A blank line ends the paragraph.
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }) { brackets = [] }
        if code.isCode(line) {
          copy(to: end)
        } else {
          while next < end { step(in: end, replacement) }
        }
      }
      return output
    }

    private mutating func copy(to end: Int) {
      output += bytes[next..<end]
      next = end
    }

    private mutating func step(in end: Int, _ replacement: (String, String) -> String?) {
      switch bytes[next] {
      case 0x5C: copy(to: min(end, next + 2))
      case 0x60: copy(to: CodeMarks.end(at: next, before: end, in: bytes))
      case 0x5B:
        brackets.append(output.count)
        copy(to: next + 1)
      case 0x5D:
        guard let open = brackets.popLast(), let (name, rest) = target(before: end),
          open == 0 || output[open - 1] != 0x21
        else { return copy(to: next + 1) }
        // A link can't contain another one; so each byte is in one label only.
        brackets = []
        let label = String(decoding: output[(open + 1)...], as: UTF8.self)
        guard let new = replacement(label, name) else { return copy(to: next + 1) }
        output.removeSubrange(open...)
        output += new.utf8
        next = rest
      default: copy(to: next + 1)
      }
    }

    /// Returns the name in `](post:name)` or `](post:name "title")`, and the place after it.
    private func target(before end: Int) -> (name: String, end: Int)? {
      let opening = Array("](\(BodyLink.scheme)".utf8)
      let start = next + opening.count
      guard start < end, bytes[next..<start].elementsEqual(opening) else { return nil }
      let rest = bytes[start..<min(end, start + BodyLink.longestName)]
      let name = rest.prefix { $0 > 0x20 && $0 != 0x29 }
      var tail = rest[name.endIndex...].drop { $0 == 0x20 }
      if tail.first == 0x22 {
        tail = tail.dropFirst().drop { $0 != 0x22 }.dropFirst()
      }
      guard !name.isEmpty, tail.first == 0x29 else { return nil }
      return (String(decoding: name, as: UTF8.self), tail.startIndex + 1)
    }
  }
}
