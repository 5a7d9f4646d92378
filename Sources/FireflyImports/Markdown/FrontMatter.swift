import Foundation
import Yams

/// The YAML front matter of a Markdown file, and the text after it.
struct FrontMatter {
  /// Its scalar values as written, by lower-case keys.
  private(set) var values: [String: String] = [:]
  /// The text after it.
  private(set) var body: String
  /// Why it is invalid; it is then part of the text.
  private(set) var complaint: String?

  /// Maximum bytes of the front matter.
  private static let maxBytes = 256 << 10

  /// Splits a file.
  init(_ data: Data) {
    body = Charset.decode(Array(data), nil)
    let bytes = Array(body.utf8)
    if body.hasPrefix("+++\n") || body.hasPrefix("+++\r\n") {
      complaint = "the front matter is TOML, which Firefly does not read; convert it to YAML"
      return
    }
    guard let (head, rest) = Self.parts(bytes) else { return }
    do {
      let yaml = String(decoding: bytes[head], as: UTF8.self)
      let node = try Yams.compose(yaml: yaml)
      guard node == nil || node?.mapping != nil else {
        complaint = "the front matter is not a list of keys and values"
        return
      }
      for (key, value) in node?.mapping ?? [:] {
        guard let name = key.scalar?.string, let text = value.scalar?.string else { continue }
        values[name.lowercased()] = text
      }
      body = String(decoding: bytes[rest], as: UTF8.self)
    } catch {
      complaint = "the front matter is not YAML"
    }
  }

  /// Returns the bytes between the `---` lines, and those of the text without an empty first line
  /// and the final line break.
  private static func parts(_ bytes: [UInt8]) -> (head: Range<Int>, body: Range<Int>)? {
    guard bytes.starts(with: Array("---\n".utf8)) || bytes.starts(with: Array("---\r\n".utf8)),
      let start = bytes.firstIndex(of: 0x0A).map({ $0 + 1 })
    else { return nil }
    var line = start
    while line < min(bytes.count, maxBytes) {
      let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
      let text = bytes[line..<end]
      if text.elementsEqual("---".utf8) || text.elementsEqual("---\r".utf8) {
        var body = min(end + 1, bytes.count)..<bytes.count
        let blank = body.lowerBound < bytes.count && bytes[body.lowerBound] == 0x0D ? 1 : 0
        if body.count > blank, bytes[body.lowerBound + blank] == 0x0A {
          body = body.lowerBound + blank + 1..<body.upperBound
        }
        if bytes[body].last == 0x0A { body = body.lowerBound..<body.upperBound - 1 }
        if text.last == 0x0D, bytes[body].last == 0x0D {
          body = body.lowerBound..<body.upperBound - 1
        }
        return (start..<line, body)
      }
      line = end + 1
    }
    return nil
  }
}
