/// A path as terminals paste it when a file is dropped on them: plain, quoted, with backslashes, or as a URL.
public struct PastedPath: Hashable, Sendable {
  /// Bytes that a path may have at most.
  private static let maximumBytes = 4_096
  private static let pictureEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

  /// The path itself.
  public let path: String

  /// The path that a text is; nil if it is none.
  public init?(_ text: String) {
    guard text.utf8.count <= 3 * Self.maximumBytes else { return nil }
    let line = text.trimmed
    guard !line.isEmpty, !line.contains(where: \.isNewline) else { return nil }
    guard let path = Self.unwrapped(line), !path.isEmpty, path.utf8.count <= Self.maximumBytes
    else { return nil }
    self.path = path
  }

  /// Whether it is a whole path with the name of a picture, which no text contains by chance.
  public var meansPicture: Bool {
    guard path.hasPrefix("/") || path.hasPrefix("~/") else { return false }
    return Self.namesPicture(path)
  }

  /// Whether a name ends as those of pictures do.
  public static func namesPicture(_ name: String) -> Bool {
    let name = name.lowercased()
    return pictureEndings.contains { name.hasSuffix($0) }
  }

  private static func unwrapped(_ line: String) -> String? {
    if line.hasPrefix("file://") { return fileURL(line.dropFirst("file://".count)) }
    for quote in ["'", "\""] where line.count > 1 && line.hasPrefix(quote) && line.hasSuffix(quote)
    {
      let inner = line.dropFirst().dropLast()
      // In single quotes, one of them stands outside for a moment.
      return quote == "'" ? String(inner.replacing("'\\''", with: "'")) : unescaped(inner)
    }
    return unescaped(line[...])
  }

  /// A backslash takes the next character as it is.
  private static func unescaped(_ text: Substring) -> String {
    var path = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        path.append(character)
        isEscaped = false
      }
    }
    return path
  }

  /// The path of a URL without its scheme: behind this machine's name, if any.
  private static func fileURL(_ rest: Substring) -> String? {
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var text = rest[slash...].utf8[...]
    while let byte = text.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: Array(text.prefix(2)), as: UTF8.self), radix: 16),
        code != 0
      else { return nil }
      bytes.append(code)
      text = text.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
