import FireflyCore

/// The fields of a post to write: the form of create, update and the two profile calls.
package struct PostForm: Hashable, Sendable {
  /// The post to change; nil for a new one.
  package var postID: Int?
  /// The author.
  package var email: String
  /// One line; servers reject a blank one.
  package var title: String
  /// A line or two; servers reject a blank one.
  package var summary: String
  /// Markdown; servers reject a blank one.
  package var body: String
  /// IANA name of the author's time zone.
  package var timezone: String?
  /// The parent.
  package var parentID: Int?
  /// The template.
  package var template: Post.Template?
  /// Whether it was written by AI.
  package var isAIGenerated: Bool?
  /// The place where it was written.
  package var locationTag: String?
  /// Centre of the crop, -1…1.
  package var clipOffsetX: Double?
  /// Centre of the crop, -1…1.
  package var clipOffsetY: Double?
  /// Whether to remove the picture; the extension `picture`.
  package var removesImage: Bool
  /// The new picture; sent as a file.
  package var image: PostImage?
  /// What is on the picture, for those who can't see it; services with accounts have it.
  package var imageDescription: String?
  /// More pictures, on a service with accounts.
  package var further: [DescribedImage] = []
  /// Whether a change has these pictures alone, in this order, instead of those that the post has.
  package var replacesPictures = false
  /// Its poll on a service with accounts; nil for none, or in a change if it stays as it is.
  package var poll: NewPoll?
  /// Observes the upload of the picture; not sent.
  package var observer: UploadObserver?
  /// Who may read it, on a service with accounts; nil for the usual readers, or for those of what is answered if
  /// they are fewer.
  package var readers: Readers?
  /// Its language on a service with accounts, in two letters; nil for that of what is answered, or the usual one.
  package var language: String?
  /// The `ETag` of the version to change; a server with the extension `etag` changes no other.
  package var version: String?

  /// The form with a title of its first words if it has none: servers require one.
  var titled: PostForm {
    guard title.allSatisfy(\.isWhitespace) else { return self }
    var form = self
    let made = PostText(summary: summary, body: body).madeTitle
    // A change may leave the picture as it is.
    form.title = made.isEmpty && (image != nil || postID != nil) ? PostText.pictureTitle : made
    return form
  }

  /// Creates a form; nil values are not sent.
  package init(
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

  /// Creates the form with these fields.
  ///
  /// Missing texts are empty, invalid numbers nil.
  package init(fields: [QueryItem]) {
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

  /// The fields to send.
  package var fields: [QueryItem] {
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

/// A picture with what is on it, for those who can't see it.
package struct DescribedImage: Hashable, Sendable {
  /// Where the picture is.
  package enum Content: Hashable, Sendable {
    /// It is sent.
    case new(PostImage)
    /// The service has it by a number.
    case kept(String)
  }

  /// Where the picture is.
  package let content: Content
  /// What is on it; empty if that is not said.
  package let description: String
  /// The centre of the thumbnail; nil for the middle of a new one, and to keep that of another one.
  package var crop: Draft.Crop?

  /// Creates a value.
  package init(_ image: PostImage, _ description: String, crop: Draft.Crop? = nil) {
    (content, self.description, self.crop) = (.new(image), description, crop)
  }

  /// Creates a value for a picture that the service has.
  package init(kept number: String, _ description: String, crop: Draft.Crop) {
    (content, self.description, self.crop) = (.kept(number), description, crop)
  }

  /// The picture to send; nil if the service has it.
  package var image: PostImage? { if case .new(let image) = content { image } else { nil } }
}
