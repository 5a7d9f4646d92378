// One JSON object per draft: the content of its file, and of `firefly draft list --json`.
extension StoredDraft: Codable {
  enum CodingKeys: String, CodingKey {
    case version, server, account, place, post, number, parent
    case image, template, base
    case copy = "image_copy"
    case removesImage = "remove_image"
    case clipOffsetX = "clip_offset_x"
    case clipOffsetY = "clip_offset_y"
    case idempotencyKey = "idempotency_key"
    case unconfirmed, delivery
    case parentTitle = "parent_title"
    case startedAt = "started_at"
    case changedAt = "changed_at"
    case discardedAt = "discarded_at"
    case givenName = "name"
  }

  /// The version of the format; files with a later version are ignored.
  private static let version = 1

  /// Decodes a draft.
  /// - Throws: `DecodingError` if it is invalid or of a later version.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard try values.decode(Int.self, forKey: .version) == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: values, debugDescription: "It was written by a later version.")
    }
    let name = try values.decode(String.self, forKey: .place)
    let post = try values.decodeIfPresent(Int.self, forKey: .post)
    let target: DraftTarget
    switch (name, post) {
    case ("new", let parent): target = .newPost(below: parent)
    case ("query", nil): target = .newQuery
    case ("edit", let post?): target = .edit(post)
    case ("profile", nil): target = .profile
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .place, in: values, debugDescription: "Unknown place.")
    }
    func offset(_ key: CodingKeys) throws -> Double? {
      try values.decodeIfPresent(Double.self, forKey: key)
    }
    let crop = try offset(.clipOffsetX).map { Draft.Crop(x: $0, y: try offset(.clipOffsetY) ?? 0) }
    let copy = try values.decodeIfPresent(String.self, forKey: .copy) ?? ""
    func text(_ key: CodingKeys) throws -> String { try values.decode(String.self, forKey: key) }
    let base = try values.decodeIfPresent(Draft.Base.self, forKey: .base)
    let unconfirmed = try values.decodeIfPresent([PostText].self, forKey: .unconfirmed) ?? []
    self.init(
      draft: Draft(
        key: Draft.Key(
          server: SiteID(kept: try text(.server)), account: PersonID(kept: try text(.account)),
          target: target,
          number: try values.decodeIfPresent(Int.self, forKey: .number) ?? 0),
        words: try PostText(from: decoder),
        picture: try values.decodeIfPresent(String.self, forKey: .image).map {
          Draft.Picture(path: $0, copy: copy)
        },
        removesPicture: try values.decodeIfPresent(Bool.self, forKey: .removesImage) ?? false,
        crop: crop,
        template: try text(.template),
        parentTitle: try values.decodeIfPresent(String.self, forKey: .parentTitle),
        parent: try values.decodeIfPresent(Int.self, forKey: .parent),
        base: base,
        idempotencyKey: try text(.idempotencyKey),
        unconfirmed: unconfirmed),
      startedAt: try values.decode(Double.self, forKey: .startedAt),
      changedAt: try values.decode(Double.self, forKey: .changedAt),
      discardedAt: try values.decodeIfPresent(Double.self, forKey: .discardedAt))
    let delivery = try values.decodeIfPresent(Draft.Delivery.self, forKey: .delivery)
    draft.delivery = delivery ?? Draft.Delivery()
    givenName = try values.decodeIfPresent(String.self, forKey: .givenName)
  }

  /// Encodes a draft.
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(draft.key.server.description, forKey: .server)
    try values.encode(draft.key.account.description, forKey: .account)
    switch draft.key.target {
    case .newPost(let parent):
      try values.encode("new", forKey: .place)
      try values.encodeIfPresent(parent, forKey: .post)
    case .newQuery: try values.encode("query", forKey: .place)
    case .edit(let post):
      try values.encode("edit", forKey: .place)
      try values.encode(post, forKey: .post)
    case .profile: try values.encode("profile", forKey: .place)
    }
    if draft.key.number != 0 { try values.encode(draft.key.number, forKey: .number) }
    try values.encodeIfPresent(draft.parent, forKey: .parent)
    try draft.words.encode(to: encoder)
    try values.encodeIfPresent(draft.picture?.path, forKey: .image)
    try values.encodeIfPresent(draft.picture?.copy, forKey: .copy)
    if draft.removesPicture { try values.encode(true, forKey: .removesImage) }
    try values.encodeIfPresent(draft.crop?.x, forKey: .clipOffsetX)
    try values.encodeIfPresent(draft.crop?.y, forKey: .clipOffsetY)
    try values.encode(draft.template, forKey: .template)
    try values.encodeIfPresent(draft.parentTitle, forKey: .parentTitle)
    try values.encodeIfPresent(draft.base, forKey: .base)
    try values.encode(draft.idempotencyKey, forKey: .idempotencyKey)
    if draft.isUnanswered { try values.encode(draft.unconfirmed, forKey: .unconfirmed) }
    if draft.delivery != Draft.Delivery() { try values.encode(draft.delivery, forKey: .delivery) }
    try values.encode(startedAt, forKey: .startedAt)
    try values.encode(changedAt, forKey: .changedAt)
    try values.encodeIfPresent(discardedAt, forKey: .discardedAt)
    try values.encodeIfPresent(givenName, forKey: .givenName)
  }
}
