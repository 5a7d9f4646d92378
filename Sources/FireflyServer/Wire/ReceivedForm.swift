import FireflyAPI
import FireflyHTTP

/// A form with a post, as it was sent: its fields, and at most one picture.
struct ReceivedForm {
  /// The fields that make a post.
  let post: PostForm
  /// The file called `image`, if it isn't empty.
  let picture: PictureDraft?

  /// Reads the form a request carries; the picture is on the disk, not in memory.
  /// - Throws: `FormError`, `HTTPBodyError`, `StoreError`.
  init(_ request: HTTPRequest, _ uploads: UploadsFolder) async throws {
    var reader = try FormReader(contentType: request.fields["content-type"])
    var fields: [QueryItem] = []
    var picture: PictureDraft?
    func take(_ parts: [FormPart]) throws {
      for part in parts {
        switch part {
        case .field(let name, let value): fields.append(QueryItem(name, value))
        case .file("image", let bytes):
          let draft = try picture ?? uploads.draft()
          try draft.append(bytes)
          picture = draft
        case .file: break
        }
      }
    }
    while let piece = try await request.body.next() { try take(try reader.read(piece)) }
    try take(try reader.finish())
    post = PostForm(fields: fields)
    self.picture = picture
  }
}
