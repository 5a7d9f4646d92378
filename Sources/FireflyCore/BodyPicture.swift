/// The pictures of a server in bodies: `![words](/uploads/NAME)`.
public enum BodyPicture {
  /// The folder of their addresses.
  public static let folder = "/uploads/"
  /// The endings of their names.
  private static let endings: Set<String> = ["png", "jpg", "jpeg", "gif", "webp"]

  /// Returns the address of a picture.
  public static func address(of name: String) -> String { folder + name }

  /// Returns a picture in Markdown.
  ///
  /// - Parameters:
  ///   - words: what it shows, as plain text.
  ///   - address: its address, without characters that have a meaning.
  /// - Returns: `![words](address)`.
  public static func markdown(_ words: String, at address: String) -> String {
    let label = BodyLink.label(ForeignText.cleanLine(words))
    return "![\(label)](\(address))"
  }

  /// Returns what a body says of one of its pictures, without marks; nil for nothing.
  ///
  /// - Parameters:
  ///   - address: the address of the picture.
  ///   - body: Markdown.
  public static func words(ofPicture address: String, in body: String) -> String? {
    guard body.hasBytes("![") else { return nil }
    var words: String?
    _ = BodyMark.rewriting(body) { mark in
      if mark.kind == .picture, mark.address == address, !mark.label.isEmpty {
        words = words ?? PostText.withoutMarks(mark.label)
      }
      return nil
    }
    return words
  }

  /// Returns the name of the picture at an address like `/uploads/NAME`; nil for other addresses.
  public static func name(of address: String) -> String? {
    guard address.hasPrefix(folder) else { return nil }
    let name = String(address.dropFirst(folder.count))
    return isName(name) ? name : nil
  }

  /// Whether an address is that of a picture of a server, or of a draft's copy.
  public static func isAddress(_ address: String) -> Bool {
    name(of: address) != nil || Draft.Picture.copy(at: address) != nil
  }

  /// Whether a name is one of a picture, and safe.
  public static func isName(_ name: String) -> Bool {
    isPlain(name)
      && name.split(separator: ".").last.map { endings.contains($0.lowercased()) } == true
  }

  /// Whether a name is safe: only letters, digits, `-`, `_` and inner dots.
  public static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 128 && !name.hasPrefix(".") && !name.contains("..")
      && name.utf8.allSatisfy(\.isPlain)
  }

  /// Returns the addresses on the web of the pictures in a body, each once, in order.
  ///
  /// - Parameter body: Markdown.
  public static func webAddresses(in body: String) -> [String] {
    guard body.hasBytes("![") else { return [] }
    var addresses: [String] = []
    _ = BodyMark.rewriting(body) { mark in
      let isOnTheWeb = mark.address.hasPrefix("https://") || mark.address.hasPrefix("http://")
      if mark.kind == .picture, isOnTheWeb, !addresses.contains(mark.address),
        addresses.count < 100
      {
        addresses.append(mark.address)
      }
      return nil
    }
    return addresses
  }

  /// Returns the names of the pictures that a text shows, each once, in order: all that are named like
  /// `/uploads/NAME`.
  public static func names(in text: String) -> [String] {
    var (names, rest) = ([String](), text.utf8[...])
    var seen: Set<String> = []
    while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
      rest = rest[slash...]
      guard rest.starts(with: folder.utf8) else {
        rest = rest.dropFirst()
        continue
      }
      var name = rest.dropFirst(folder.utf8.count).prefix(while: \.isPlain)
      rest = rest[name.endIndex...]
      // The end of a sentence.
      while name.last == UInt8(ascii: ".") { name = name.dropLast() }
      if let name = String(name), isName(name), seen.insert(name).inserted { names.append(name) }
    }
    return names
  }
}
