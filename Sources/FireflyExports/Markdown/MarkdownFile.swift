import FireflyCore
import FireflyServer
import Foundation
import Yams

/// A post as a file: YAML front matter, an empty line, and the unchanged body.
struct MarkdownFile {
  /// The post.
  let post: Post
  /// The file name of its picture, or the address of one elsewhere.
  var picture: String?
  /// The ID of its parent, if the folder doesn't imply it.
  var parent: Int?
  /// The source that it was imported from.
  var source: PostSource?

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
    add("email", post.authorEmail)
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
    if source?.isEdited == true { add("source_edited", number: "true") }
    let mapping = Node.Mapping(pairs, Tag(.map), .block)
    let head = try serialize(node: .mapping(mapping), width: -1, allowUnicode: true)
    return Array("---\n\(head)---\n\(post.body.isEmpty ? "" : "\n\(post.body)\n")".utf8)
  }

  /// Returns a text as a YAML scalar on one line, quoted if necessary.
  private static func scalar(_ text: String) -> Node {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0xA0 ~= $0.value) }
    return isPlain ? .scalar(text.represented()) : Node(text, Tag(.str), .doubleQuoted)
  }
}
