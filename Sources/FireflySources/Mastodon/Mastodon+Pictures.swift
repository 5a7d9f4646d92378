import FireflyAPI
import FireflyCore
import FireflyForeign

// Pictures that are sent before the status that has them.
extension Mastodon {
  /// Seconds between two questions whether a picture is ready, and questions at most.
  private static let wait = (seconds: 1.0, times: 30)
  /// Letters of a description at most.
  private static let description = 1_500

  /// Sends the picture of a form.
  ///
  /// - Returns: its number; nil if the form has none.
  /// - Throws: `APIError`.
  func upload(_ form: PostForm) async throws(APIError) -> String? {
    guard let image = form.image else { return nil }
    let limit = try await instance().configuration?.media?.pictureSize ?? .max
    guard limit < 1 || image.bytes.count <= limit else {
      let size = limit >> 20 > 0 ? "\(limit >> 20) MB" : Counted.words(limit, "byte")
      throw .notOffered("The picture is too large for \(web.name): at most \(size).")
    }
    var fields: [QueryItem] = []
    if let words = form.imageDescription?.line {
      fields.append(QueryItem("description", String(words.prefix(Self.description))))
    }
    if let x = form.clipOffsetX, let y = form.clipOffsetY, x != 0 || y != 0 {
      // Its y grows upwards.
      fields.append(QueryItem("focus", "\(x),\(-y)"))
    }
    let body = RequestBody.multipart(fields, file: "file", image, observer: form.observer)
    var media: MastodonStatus.Media
    do throws(APIError) {
      media = try await web.upload(body, to: "/api/v2/media", as: MastodonStatus.Media.self)
    } catch .status(404, _) {
      media = try await web.upload(body, to: "/api/v1/media", as: MastodonStatus.Media.self)
    }
    guard let id = media.id?.safe else { throw .unreadable(reason: "a picture without an ID") }
    // A status can't have a picture that is not ready.
    for _ in 0..<Self.wait.times where media.link == nil {
      do { try await Task.sleep(for: .seconds(Self.wait.seconds)) } catch { throw .cancelled }
      media = try await web.answer(
        "/api/v1/media/\(id.percentEncoded)", as: MastodonStatus.Media.self)
    }
    return id
  }
}
