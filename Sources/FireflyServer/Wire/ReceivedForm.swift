import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyStore

/// The form of a request that writes a post: its fields, and at most one picture.
struct ReceivedForm {
  /// The fields of a new post.
  var post: PostForm
  /// Whether `parent_id` is missing or a valid number.
  let namesParent: Bool
  /// The fields as an edit of an existing post; missing ones stay unchanged.
  let change: PostChange
  /// The file `image`, unless it is empty; deleted unless a post uses it.
  let picture: PictureDraft?

  /// Reads the form of a request; the picture is written to the disk, not held in memory.
  ///
  /// - Parameters:
  ///   - pictures: where the picture will be stored.
  ///   - upload: counts the picture's bytes; nil for no limit.
  ///   - quota: the user's quota.
  /// - Throws: `FormError`, `HTTPBodyError`, `StoreError`.
  init(
    _ request: HTTPRequest, _ pictures: any PictureStorage, _ upload: PictureUpload?,
    _ quota: Quota
  ) async throws {
    var reader = try FormReader(
      contentType: request.fields["content-type"], limits: Self.limits)
    var fields: [QueryItem] = []
    var picture: PictureDraft?
    func add(_ parts: [FormPart]) async throws {
      for part in parts {
        switch part {
        case .field(let name, let value): fields.append(QueryItem(name, value))
        case .file("image", let bytes):
          let draft = if let picture { picture } else { try await pictures.newDraft() }
          picture = draft
          draft.upload = upload
          guard upload?.add(bytes.count) != false else { throw quota.picturesUsedUp(waiting: 0) }
          try await BlockingPool.shared.run { () throws(StoreError) in try draft.append(bytes) }
        case .file: break
        }
      }
    }
    while let piece = try await request.body.next() { try await add(try reader.read(piece)) }
    try await add(try reader.finish())
    post = PostForm(fields: fields)
    namesParent = post.parentID != nil || (fields["parent_id"] ?? "").isEmpty
    change = PostChange(fields)
    self.picture = picture
  }

  /// Bytes of a form besides its picture, at most.
  static let textBytes = limits.named.values.reduce(64 << 10, +) + PostLimits.embedded.title

  /// Whether a form may have a picture.
  static func mayHavePicture(_ request: HTTPRequest) -> Bool {
    request.fields["content-type"]?.lowercased().hasPrefix("multipart/") == true
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

  /// Whether the required fields are present.
  var isComplete: Bool {
    [post.email, post.title].allSatisfy { text in text.contains { !$0.isWhitespace } }
  }
}

extension PostChange {
  /// Creates the edit from the fields of a form.
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
