import Foundation

extension Post: Codable {
  enum CodingKeys: String, CodingKey {
    case id
    case userID = "user_id"
    case parentID = "parent_id"
    case title, summary, body
    case imageURL = "image_url"
    case clipOffsetX = "clip_offset_x"
    case clipOffsetY = "clip_offset_y"
    case createdAt = "created_at"
    case timezone
    case locationTag = "location_tag"
    case isAIGenerated = "ai_generated"
    case authorName = "author_name"
    case authorEmail = "author_email"
    /// Who can read it, on a service with accounts; only written.
    case visibility
    case childCount = "child_count"
    case template = "template_name"
    case placeholderTitle = "placeholder_title"
    case placeholderSummary = "placeholder_summary"
    case placeholderBody = "placeholder_body"
    case pluralName = "plural_name"
    case hasNewMatches = "has_new_matches"
    case ancestorChain = "ancestor_chain"
    case lastActivity = "last_activity"
    case proximity, descendants
    case children, parent
  }

  /// Decodes a post from a server's JSON.
  ///
  /// A missing key equals null. An optional key of the wrong type counts as missing, so that one
  /// bad field doesn't lose the post. Invalid children are skipped.
  /// - Throws: `DecodingError` if `id` or `title` is missing or of the wrong type, or the ID is impossible.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func optional<Value: Decodable>(_ type: Value.Type, _ key: CodingKeys) -> Value? {
      try? fields.decodeIfPresent(type, forKey: key)
    }
    func number(_ kind: ForeignNumber, _ key: CodingKeys) -> Int? {
      kind.accept(optional(Int.self, key))
    }
    self.init(
      id: try fields.decodeID(forKey: .id),
      userID: number(.id, .userID) ?? 0,
      parentID: number(.parent, .parentID),
      title: try fields.decode(String.self, forKey: .title),
      summary: optional(String.self, .summary) ?? "",
      body: optional(String.self, .body) ?? "",
      imageURL: optional(String.self, .imageURL),
      clipOffsetX: optional(Double.self, .clipOffsetX) ?? 0,
      clipOffsetY: optional(Double.self, .clipOffsetY) ?? 0,
      createdAt: optional(String.self, .createdAt).flatMap(WireDate.date),
      timezone: optional(String.self, .timezone) ?? "",
      locationTag: optional(String.self, .locationTag),
      isAIGenerated: optional(Bool.self, .isAIGenerated) ?? false,
      authorName: optional(String.self, .authorName),
      authorEmail: optional(String.self, .authorEmail),
      childCount: number(.count, .childCount),
      template: Template(name: optional(String.self, .template)))

    let words = [CodingKeys.placeholderTitle, .placeholderSummary, .placeholderBody]
      .map { optional(String.self, $0) }
    if words.contains(where: { $0 != nil }) {
      placeholders = PostText(
        title: words[0] ?? "", summary: words[1] ?? "", body: words[2] ?? "")
    }
    let details = FeedDetails(
      pluralName: optional(String.self, .pluralName),
      hasNewMatches: optional(Bool.self, .hasNewMatches),
      ancestorChain: optional([Int].self, .ancestorChain)?.filter(ForeignNumber.id.range.contains),
      lastActivity: optional(String.self, .lastActivity).flatMap(WireDate.date),
      proximity: number(.count, .proximity),
      descendants: number(.count, .descendants))
    if details != FeedDetails() { feed = details }

    children = optional(LossyList<Post>.self, .children)?.elements
    if var parent = optional(Post.self, .parent) {
      let above = parent.ancestors ?? []
      parent.ancestors = nil
      ancestors = [parent] + above
    }
  }

  /// Encodes the post as a server sends it; decoding returns an equal post.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(userID, forKey: .userID)
    try fields.encode(parentID, forKey: .parentID)
    try fields.encode(title, forKey: .title)
    try fields.encode(summary, forKey: .summary)
    try fields.encode(body, forKey: .body)
    try fields.encode(imageURL, forKey: .imageURL)
    try fields.encode(clipOffsetX, forKey: .clipOffsetX)
    try fields.encode(clipOffsetY, forKey: .clipOffsetY)
    try fields.encode(createdAt.map(WireDate.http), forKey: .createdAt)
    try fields.encode(timezone, forKey: .timezone)
    try fields.encode(locationTag, forKey: .locationTag)
    try fields.encode(isAIGenerated, forKey: .isAIGenerated)
    try fields.encode(authorName, forKey: .authorName)
    try fields.encode(authorEmail, forKey: .authorEmail)
    try fields.encodeIfPresent(service?.readers?.rawValue, forKey: .visibility)
    try fields.encode(childCount, forKey: .childCount)
    try fields.encode(template.name, forKey: .template)
    try fields.encodeIfPresent(placeholders?.title, forKey: .placeholderTitle)
    try fields.encodeIfPresent(placeholders?.summary, forKey: .placeholderSummary)
    try fields.encodeIfPresent(placeholders?.body, forKey: .placeholderBody)
    try fields.encodeIfPresent(feed?.pluralName, forKey: .pluralName)
    try fields.encodeIfPresent(feed?.hasNewMatches, forKey: .hasNewMatches)
    try fields.encodeIfPresent(feed?.ancestorChain, forKey: .ancestorChain)
    try fields.encodeIfPresent(feed?.lastActivity.map(WireDate.http), forKey: .lastActivity)
    try fields.encodeIfPresent(feed?.proximity, forKey: .proximity)
    try fields.encodeIfPresent(feed?.descendants, forKey: .descendants)
    try fields.encodeIfPresent(children, forKey: .children)
    if let ancestors, var parent = ancestors.first {
      let above = Array(ancestors.dropFirst())
      parent.ancestors = above.isEmpty ? nil : above
      try fields.encode(parent, forKey: .parent)
    }
  }
}

extension Post.Template {
  /// Returns the template with a name in the API; no name or an empty one means an ordinary post.
  public init(name: String?) {
    switch name {
    case nil, "", "post": self = .post
    case "query": self = .query
    case "profile": self = .profile
    case .some(let name): self = .other(name)
    }
  }

  /// The name in the API.
  public var name: String {
    switch self {
    case .post: "post"
    case .query: "query"
    case .profile: "profile"
    case .other(let name): name
    }
  }
}
