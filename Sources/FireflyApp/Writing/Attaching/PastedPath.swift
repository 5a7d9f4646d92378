import FireflyCore

/// A path as terminals paste it for a dropped file: plain, quoted, with backslashes, or a URL.
public struct PastedPath: Hashable, Sendable {
  /// Maximum size of a path in bytes.
  private static let maximumBytes = 4_096
  private static let pictureEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

  /// The path.
  public let path: String

  /// Parses a pasted text; nil if it is not a path.
  public init?(_ text: String) {
    guard text.utf8.count <= 3 * Self.maximumBytes else { return nil }
    let line = text.trimmed
    guard !line.isEmpty, !line.contains(where: \.isNewline) else { return nil }
    guard let path = Self.unwrapped(line), !path.isEmpty, path.utf8.count <= Self.maximumBytes
    else { return nil }
    self.path = path
  }

  /// Whether it is an absolute path of a picture, so that it can't be ordinary text.
  public var meansPicture: Bool {
    guard path.hasPrefix("/") || path.hasPrefix("~/") else { return false }
    return Self.namesPicture(path)
  }

  /// Whether a file name has the extension of a picture.
  public static func namesPicture(_ name: String) -> Bool {
    let name = name.lowercased()
    return pictureEndings.contains { name.hasSuffix($0) }
  }

  private static func unwrapped(_ line: String) -> String? {
    if line.hasPrefix("file://") { return fileURL(line.dropFirst("file://".count)) }
    for quote in ["'", "\""] where line.count > 1 && line.hasPrefix(quote) && line.hasSuffix(quote)
    {
      let inner = line.dropFirst().dropLast()
      // Within single quotes, a quote is written `'\''`.
      return quote == "'" ? String(inner.replacing("'\\''", with: "'")) : unescaped(inner)
    }
    return unescaped(line[...])
  }

  /// Removes backslashes that quote the next character.
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

  /// Decodes the path of a file URL, after the host.
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
