import FireflySources
import Foundation
import Yams

/// The front matter of a Markdown file, in YAML or simple TOML, and the text after it.
struct FrontMatter {
  /// Its scalar values as written, by lower-case keys.
  private(set) var values: [String: String] = [:]
  /// The keys of its scalar values as written, in their order.
  private(set) var keys: [String] = []
  /// The text after it.
  private(set) var body: String
  /// Why it is invalid; it is then part of the text.
  private(set) var complaint: String?

  /// The keys that Firefly's own export writes, in its order.
  private static let ownKeys = [
    "title", "summary", "date", "author", "email", "picture", "clip_offset_x", "clip_offset_y",
    "timezone", "location", "ai_generated", "template", "id", "parent", "source", "source_key",
    "source_edited",
  ]
  /// The templates that Firefly's own export names.
  private static let ownTemplates: Set<String> = ["query", "profile", "deleted"]

  /// Maximum bytes of the front matter.
  private static let maxBytes = 256 << 10

  /// Splits a file.
  init(_ data: Data) {
    body = Charset.decode(Array(data), nil)
    guard let (head, rest, isTOML) = Self.parts(Array(body.utf8)) else { return }
    do {
      let text = String(decoding: head, as: UTF8.self)
      let node = try Yams.compose(yaml: isTOML ? Self.yaml(toml: text) : text)
      guard node == nil || node?.mapping != nil else {
        complaint = "the front matter is not a list of keys and values"
        return
      }
      for (key, value) in node?.mapping ?? [:] {
        guard let name = key.scalar?.string, let text = value.scalar?.string else { continue }
        values[name.lowercased()] = text
        keys.append(name)
      }
      body = String(decoding: rest, as: UTF8.self)
    } catch {
      complaint =
        isTOML
        ? "the front matter is not TOML that Firefly reads; convert it to YAML"
        : "the front matter is not YAML"
    }
  }

  /// The template that Firefly's own export names; that of a page in other notes is left out.
  var template: String? {
    values["template"].flatMap { isOwn && Self.ownTemplates.contains($0) ? $0 : nil }
  }

  /// Whether Firefly's own export wrote it: the order is that of the export, and a key beside `id`
  /// is one that notes with an ID of another program don't have.
  var isOwn: Bool {
    let order = keys.compactMap { Self.ownKeys.firstIndex(of: $0) }
    let isMarked =
      values["email"] != nil || values["source_key"] != nil
      || Self.ownTemplates.contains(values["template"] ?? "")
    return keys.first == "title" && values["id"].flatMap { Int($0) } != nil && isMarked
      && order == order.sorted()
  }

  /// Returns the bytes between two lines `---`, or `+++` for TOML, and those of the text without an
  /// empty first line and the final line break.
  private static func parts(
    _ bytes: [UInt8]
  ) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>, isTOML: Bool)? {
    var lines = ByteLines(bytes[...])
    guard let first = lines.next(), first.last == 0x0A else { return nil }
    let isTOML = first.withoutBreak.elementsEqual("+++".utf8)
    guard isTOML || first.withoutBreak.elementsEqual("---".utf8) else { return nil }
    while let line = lines.next(), line.startIndex < maxBytes {
      guard line.withoutBreak == first.withoutBreak else { continue }
      var body = lines.rest
      if lines.next()?.withoutBreak.isEmpty == true { body = lines.rest }
      if body.last == 0x0A { body.removeLast() }
      if first.count > 4, body.last == 0x0D { body.removeLast() }
      return (bytes[first.endIndex..<line.startIndex], body, isTOML)
    }
    return nil
  }

  /// Returns the pairs before the first table of a TOML text as YAML, which has the same values.
  ///
  /// Texts of several lines and keys in quotation marks become invalid.
  private static func yaml(toml text: String) -> String {
    text.split(whereSeparator: \.isNewline).prefix { !$0.hasPrefix("[") }.map { line in
      line.replacing(/^\s*([A-Za-z0-9_.-]+)\s*=\s*/, maxReplacements: 1) { "\($0.1): " }
    }.joined(separator: "\n")
  }
}
