import FireflyCore
import FireflyStore
import FireflyTransfer
import Foundation
import SeededRandom

/// Trees of posts with everything that could be lost on the way.
struct RandomTree {
  private var random: SplitMix
  private(set) var document = ImportDocument()

  static let words = [
    "loom", "Loom", "a b", "#", "# heading", "---", "...", "\r\n", "\n", "\n\n", " ", "\t", "null",
    "true", "12",
    "1e3", "~", "- x", "key: value", "\"q\"", "'", "\\", "{", "[", "&a", "*a", "!t", "|", ">", "%",
    "@", "`",
    "ü", "e\u{301}", "日本語", "שלום", "👩‍👩‍👧‍👦", "\u{0}", "\u{1}", "\u{7F}", "\u{85}", "\u{2028}",
    "\u{200B}", "\u{202E}", "../", "/",
    "con", "index", "README", "<b>", "[[x]]", "![p](p.png)",
  ]

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  static func document(seed: UInt64, posts: Int, isDeep: Bool) throws -> ImportDocument {
    var tree = RandomTree(seed: seed)
    for index in 0..<posts {
      let below = index == 0 || tree.random.next() % 6 == 0 ? nil : tree.parent(index, isDeep)
      _ = try tree.document.add(tree.post(index), below: below)
    }
    return tree.document
  }

  private mutating func parent(_ index: Int, _ isDeep: Bool) -> Int {
    isDeep ? index - 1 : Int(random.next() % UInt64(index))
  }

  private mutating func text(_ most: UInt64) -> String {
    var text = ""
    for _ in 0..<(random.next() % (most + 1)) {
      text += Self.words[Int(random.next() % UInt64(Self.words.count))]
    }
    return text
  }

  private mutating func post(_ index: Int) -> ImportedPost {
    var post = ImportedPost(title: text(4))
    post.summary = text(3)
    post.body = text(12)
    // Often the same time, so that only the numbers order them.
    post.createdAt = Date(
      timeIntervalSince1970: 1_700_000_000 + Double(random.next() % 3) + Double(random.next() % 3)
        / 1000)
    if random.next() % 3 == 0 { post.timezone = text(1) }
    if random.next() % 3 == 0 { post.locationTag = "Bristol \(text(1))" }
    if random.next() % 4 == 0 { post.isAIGenerated = true }
    if random.next() % 4 == 0 {
      (post.authorName, post.authorEmail) = ("Ben: Okafor", "ben@example.com")
    }
    if random.next() % 4 == 0 { post.source = PostSource(name: "hn", key: "\(index) \(text(1))") }
    if random.next() % 8 == 0 { post.template = .query }
    if random.next() % 8 == 0 { post.template = .deleted }
    if random.next() % 4 == 0 { (post.clipOffsetX, post.clipOffsetY) = (-0.25, 0.5) }
    switch random.next() % 6 {
    case 0:
      post.picture = .bytes(
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 9]) + Data("IDAT".utf8)
          + [UInt8(index % 7)])
    case 1: post.imageURL = "https://example.com/\(text(1))p.png"
    default: break
    }
    return post
  }
}
