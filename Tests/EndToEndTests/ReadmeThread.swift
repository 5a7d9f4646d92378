import Foundation

/// The thread in the README's second picture.
enum ReadmeThread {
  /// A post by a person, some hours ago.
  private struct Reply: Encodable {
    var title = ""
    var summary = ""
    let body: String
    let author: String
    let createdAt: String
    var children: [Reply] = []

    enum CodingKeys: String, CodingKey {
      case title, summary, body, children
      case author = "author_name"
      case email = "author_email"
      case createdAt = "created_at"
    }

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(title, forKey: .title)
      try fields.encode(summary, forKey: .summary)
      try fields.encode(body, forKey: .body)
      try fields.encode(author, forKey: .author)
      try fields.encode("\(author.lowercased())@example.org", forKey: .email)
      try fields.encode(createdAt, forKey: .createdAt)
      try fields.encode(children, forKey: .children)
    }
  }

  /// Returns the document to import; its replies are hours old at a time.
  static func json(at now: Date) throws -> String {
    func reply(_ author: String, _ hours: Double, _ body: String, _ children: [Reply] = []) -> Reply
    {
      let time = now.addingTimeInterval(-3_600 * (hours + 0.2))
      return Reply(
        body: body, author: author, createdAt: ISO8601DateFormatter().string(from: time),
        children: children)
    }
    let root = Reply(
      title: "a build cache in one file", summary: "what I learned in a year with it",
      body: "It keeps everything in **one file**, and a crash loses nothing.", author: "Noor",
      createdAt: "2025-11-13T10:00:00Z",
      children: [
        reply(
          "Ben", 2,
          "The index is the part I did not expect: who writes it, if two builds end at once?",
          [
            reply("Noor", 1, "The first one. The other waits for the lock file, `cache.lock`."),
            reply(
              "Cleo", 1, "We tried that on a network disk:\n\n- it was slow\n- locks were lost",
              [reply("Ben", 0, "Nothing works on that disk.")]),
          ]),
        reply(
          "Dora", 3, "How large does it get?",
          [reply("Noor", 2, "4 GB here.", [reply("Dora", 2, "Thank you!")])]),
        reply("Eva", 5, "Is there a version for one machine only?"),
      ])
    return String(decoding: try JSONEncoder().encode(["posts": [root]]), as: UTF8.self)
  }
}
