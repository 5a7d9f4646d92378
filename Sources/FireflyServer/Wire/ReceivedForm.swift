import FireflyAPI
import FireflyCore
import FireflyHTTP

/// A form with a post, as it was sent: its fields, and at most one picture.
struct ReceivedForm {
  /// The fields that make a post.
  var post: PostForm
  /// Whether `parent_id`, where there is one, is a number.
  let namesParent: Bool
  /// What they change in one that there is; what was not sent stays as it is.
  let change: PostChange
  /// The file called `image`, if it isn't empty; it goes unless it is kept.
  let picture: PictureDraft?

  /// Reads the form a request carries; the picture is on the disk, not in memory.
  /// - Throws: `FormError`, `HTTPBodyError`, `StoreError`.
  init(_ request: HTTPRequest, _ pictures: any PictureStorage) async throws {
    var reader = try FormReader(
      contentType: request.fields["content-type"], limits: Self.limits)
    var fields: [QueryItem] = []
    var picture: PictureDraft?
    func take(_ parts: [FormPart]) async throws {
      for part in parts {
        switch part {
        case .field(let name, let value): fields.append(QueryItem(name, value))
        case .file("image", let bytes):
          let draft = if let picture { picture } else { try await pictures.newDraft() }
          picture = draft
          try await BlockingThread.run { () throws(StoreError) in try draft.append(bytes) }
        case .file: break
        }
      }
    }
    while let piece = try await request.body.next() { try await take(try reader.read(piece)) }
    try await take(try reader.finish())
    post = PostForm(fields: fields)
    namesParent = post.parentID != nil || (fields["parent_id"] ?? "").isEmpty
    change = PostChange(fields)
    self.picture = picture
  }

  private static let limits = {
    var limits = FormLimits()
    limits.fieldBytes = PostLimits.embedded.title
    limits.named = [
      "summary": PostLimits.embedded.summary, "body": PostLimits.embedded.body,
      "timezone": PostLimits.name, "location_tag": PostLimits.name,
    ]
    return limits
  }()

  /// Whether it has what no post can do without.
  var isComplete: Bool {
    [post.email, post.title].allSatisfy { text in text.contains { !$0.isWhitespace } }
  }
}

extension PostChange {
  /// What the fields of a form change.
  fileprivate init(_ fields: [QueryItem]) {
    self.init()
    (title, summary, body) = (fields["title"], fields["summary"], fields["body"])
    clipOffsetX = Self.offset(fields["clip_offset_x"])
    clipOffsetY = Self.offset(fields["clip_offset_y"])
    removesImage = fields["remove_image"] == "1"
  }

  private static func offset(_ text: String?) -> Double? {
    text.flatMap { Double($0) }.flatMap { $0.isFinite ? min(max($0, -1), 1) : nil }
  }
}
