import FireflyCore

/// A path as terminals paste it for a dropped file: plain, quoted, with backslashes, or a URL.
package struct PastedPath: Hashable, Sendable {
  /// Maximum size of a path in bytes.
  private static let maximumBytes = 4_096
  private static let pictureEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

  /// The path.
  package let path: String

  /// Parses a pasted text; nil if it is not a path.
  package init?(_ text: String) {
    guard text.utf8.count <= 3 * Self.maximumBytes else { return nil }
    let line = text.trimmed
    guard !line.isEmpty, !line.contains(where: \.isNewline) else { return nil }
    guard let path = Self.unwrapped(line), !path.isEmpty, path.utf8.count <= Self.maximumBytes
    else { return nil }
    self.path = path
  }

  /// Maximum number of paths that are pasted at once.
  private static let maximumCount = 100

  /// Parses the pasted paths of several files; nil if it is not two absolute paths of pictures or more.
  ///
  /// They are quoted as for a shell, or stand in lines of their own.
  package static func several(_ text: String) -> [String]? {
    guard text.utf8.count <= maximumCount * maximumBytes else { return nil }
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    let paths = lines.flatMap { line -> [PastedPath?] in
      let whole = PastedPath(String(line))
      let words = words(line)
      // A path may have blanks in it.
      return words.count > 1 && words.allSatisfy { PastedPath($0)?.meansPicture == true }
        ? words.map(PastedPath.init) : [whole]
    }
    guard (2...maximumCount).contains(paths.count),
      paths.allSatisfy({ $0?.meansPicture == true })
    else { return nil }
    return paths.compactMap { $0?.path }
  }

  /// Returns the paths of pictures of a pasted text; nil for other texts.
  package static func pictures(_ text: String) -> [String]? {
    if let paths = several(text) { return paths }
    return PastedPath(text).flatMap { $0.meansPicture ? [$0.path] : nil }
  }

  /// Writes several paths in one line, which `several` reads.
  package static func line(of paths: [String]) -> String {
    paths.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
  }

  /// The words of a line, with their quotes and backslashes.
  private static func words(_ line: Substring) -> [String] {
    var words = [""]
    var quote: Character?
    var isEscaped = false
    for character in line {
      if quote == nil, !isEscaped, character.isWhitespace {
        if words[words.count - 1] != "" { words.append("") }
        continue
      }
      words[words.count - 1].append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Whether it is an absolute path of a picture, so that it can't be ordinary text.
  package var meansPicture: Bool {
    guard path.hasPrefix("/") || path.hasPrefix("~/") else { return false }
    return Self.namesPicture(path)
  }

  /// Whether a file name has the extension of a picture.
  package static func namesPicture(_ name: String) -> Bool {
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
