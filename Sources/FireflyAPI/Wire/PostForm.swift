import FireflyCore

/// The fields of a post that is written: the form of create, update and the two profile calls.
public struct PostForm: Hashable, Sendable {
  /// The post that changes; nil for a new one.
  public var postID: Int?
  /// Who writes.
  public var email: String
  /// One line; a server wants it not blank.
  public var title: String
  /// A line or two; a server wants it not blank.
  public var summary: String
  /// Markdown; a server wants it not blank.
  public var body: String
  /// IANA name of the author's time zone.
  public var timezone: String?
  /// The post above.
  public var parentID: Int?
  /// What it is written as.
  public var template: Post.Template?
  /// Whether a machine wrote it.
  public var isAIGenerated: Bool?
  /// Where it was written.
  public var locationTag: String?
  /// Centre of the crop, -1…1.
  public var clipOffsetX: Double?
  /// Centre of the crop, -1…1.
  public var clipOffsetY: Double?
  /// Whether the picture goes; the extension `picture`.
  public var removesImage: Bool
  /// The new picture; a file of the form, not one of its fields.
  public var image: PostImage?
  /// Who is told how much of the picture has left; no part of the form.
  public var observer: UploadObserver?
  /// The version that is changed, by its `ETag`: a server that knows such tags changes no other.
  public var version: String?

  /// A form; what is nil is not sent.
  public init(
    postID: Int? = nil, email: String, title: String, summary: String, body: String,
    timezone: String? = nil, parentID: Int? = nil, template: Post.Template? = nil,
    isAIGenerated: Bool? = nil, locationTag: String? = nil, clipOffsetX: Double? = nil,
    clipOffsetY: Double? = nil, removesImage: Bool = false
  ) {
    self.postID = postID
    self.email = email
    self.title = title
    self.summary = summary
    self.body = body
    self.timezone = timezone
    self.parentID = parentID
    self.template = template
    self.isAIGenerated = isAIGenerated
    self.locationTag = locationTag
    self.clipOffsetX = clipOffsetX
    self.clipOffsetY = clipOffsetY
    self.removesImage = removesImage
  }

  /// The form that these fields make; missing texts are empty, numbers that are none count as missing.
  public init(fields: [QueryItem]) {
    self.init(
      postID: fields["post_id"].flatMap { Int($0) }, email: fields["email"] ?? "",
      title: fields["title"] ?? "", summary: fields["summary"] ?? "", body: fields["body"] ?? "",
      timezone: fields["timezone"], parentID: fields["parent_id"].flatMap { Int($0) },
      template: fields["template_name"].map(Post.Template.init(name:)),
      isAIGenerated: fields["ai_generated"].map { ["true", "1", "on"].contains($0.lowercased()) },
      locationTag: fields["location_tag"],
      clipOffsetX: fields["clip_offset_x"].flatMap { Double($0) },
      clipOffsetY: fields["clip_offset_y"].flatMap { Double($0) },
      removesImage: fields["remove_image"] == "1")
  }

  /// The fields as they are sent.
  public var fields: [QueryItem] {
    let all: [(String, (any CustomStringConvertible)?)] = [
      ("post_id", postID), ("email", email), ("title", title), ("summary", summary),
      ("body", body), ("timezone", timezone), ("parent_id", parentID),
      ("template_name", template?.name), ("ai_generated", isAIGenerated),
      ("location_tag", locationTag), ("clip_offset_x", clipOffsetX),
      ("clip_offset_y", clipOffsetY), ("remove_image", removesImage ? 1 : nil),
    ]
    return all.compactMap { name, value in value.map { QueryItem(name, $0.description) } }
  }
}
