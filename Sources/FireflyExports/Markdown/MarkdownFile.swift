import FireflyCore
import FireflyStore
import FireflyText
import FireflyTransfer
import Foundation
import Yams

/// A post as a file: YAML front matter, an empty line, and the unchanged body.
struct MarkdownFile {
  let post: Post
  /// The file name of its picture, or the address of one elsewhere.
  var picture: String?
  /// The ID of its parent, if the folder doesn't imply it.
  var parent: Int?
  /// The source that it was imported from.
  var source: PostSource?
  /// The ID of the data that it is from.
  var server: String?

  /// Returns the bytes of the file.
  ///
  /// - Throws: `YamlError`.
  func bytes() throws -> [UInt8] {
    var pairs: [(Node, Node)] = []
    func add(_ key: String, _ text: String?) {
      if let text, !text.isEmpty { pairs.append((Node(key), Self.scalar(text))) }
    }
    func add(_ key: String, number: String) { pairs.append((Node(key), Node(number))) }
    pairs.append((Node("title"), Self.scalar(post.title)))
    add("summary", post.summary)
    if let date = post.createdAt { add("date", number: ISODate.text(date)) }
    add("author", post.authorName)
    add("picture", picture)
    if post.clipOffsetX != 0 { add("clip_offset_x", number: "\(post.clipOffsetX)") }
    if post.clipOffsetY != 0 { add("clip_offset_y", number: "\(post.clipOffsetY)") }
    add("timezone", post.timezone)
    add("location", post.locationTag)
    if post.isAIGenerated { add("ai_generated", number: "true") }
    if post.template != .post { add("template", post.template.name) }
    add("id", number: "\(post.id)")
    if let parent { add("parent", number: "\(parent)") }
    add("source", source?.name)
    add("source_key", source?.key)
    add("source_page", source?.page)
    if source?.isEdited == true { add("source_edited", number: "true") }
    add("server", server)
    // What was imported as a table of properties was front matter before.
    let (body, rows) = Self.properties(of: post.body)
    for (name, value) in rows { pairs.append((Node(name), Self.value(value, of: name))) }
    let mapping = Node.Mapping(pairs, Tag(.map), .block)
    let head = try serialize(node: .mapping(mapping), width: -1, allowUnicode: true)
    return Array("---\n\(head)---\n\(body.isEmpty ? "" : "\n\(body)\n")".utf8)
  }

  /// Splits a body from the properties at its end, by their keys, if they can be front matter.
  private static func properties(of body: String) -> (text: String, rows: [PropertyTable.Row]) {
    let (text, rows) = PropertyTable.split(body)
    let known = rows.compactMap { row in
      PropertyTable.key(ofName: row.name).map { (name: $0, value: row.value) }
    }
    let isFree = Set(known.map { $0.name.lowercased() }).count == rows.count
    // An import joins them with an empty line, and drops a body of line breaks.
    let isWhole = !text.isEmpty || body.hasPrefix("|")
    return isFree && isWhole ? (text, known) : (body, [])
  }

  /// The properties that are lists for the programs that have them.
  private static let listKeys: Set<String> = ["alias", "aliases", "cssclass", "cssclasses"]

  /// Returns a property as YAML, a list with commas as one if its key is that of a list.
  private static func value(_ text: String, of key: String) -> Node {
    let values = text.components(separatedBy: ", ")
    // An import joins them again, with nothing more than they have here.
    guard listKeys.contains(key.lowercased()), values.count > 1, !values.contains("") else {
      return value(text)
    }
    return .sequence(Node.Sequence(values.map { value($0) }, .implicit, .block))
  }

  /// Returns a property as YAML: numbers and plain words without quotation marks.
  private static func value(_ text: String) -> Node {
    let isWord = text.utf8.allSatisfy {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || 0x30...0x39 ~= $0 || "-_./".utf8.contains($0)
    }
    let isPlain = isWord && text.first.map { $0.isLetter || $0.isNumber } == true
    return isPlain ? Node(text) : scalar(text)
  }

  /// Returns a text as a YAML scalar on one line, quoted if necessary.
  private static func scalar(_ text: String) -> Node {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0xA0 ~= $0.value) }
    return isPlain ? .scalar(text.represented()) : Node(text, Tag(.str), .doubleQuoted)
  }
}
