import FireflyAPI
import FireflyCore
import FireflyForeign

// Pictures that are sent before the status that has them.
extension Mastodon {
  /// Seconds between two questions whether a picture is ready: at first, and after as many questions.
  private static let wait = (first: 1.0, then: 5.0, after: 20)
  /// Questions whether a picture is ready at most.
  private static let questions = 80

  /// Sends the new pictures of a form.
  ///
  /// - Returns: the numbers of all of them, in order.
  /// - Throws: `APIError`; one that says that a picture could not be sent, so that nothing is known to be posted.
  func upload(_ form: PostForm) async throws(APIError) -> [String] {
    let pictures = form.pictures
    let limit = try await instance().configuration?.media?.pictureSize ?? .max
    for picture in pictures {
      guard limit > 0, let size = picture.image?.bytes.count, size > limit else { continue }
      let most = limit >> 20 > 0 ? "\(limit >> 20) MB" : Counted.words(limit, "byte")
      throw .notOffered("The picture is too large for \(web.name): at most \(most).")
    }
    let all = pictures.reduce(0) { $0 + ($1.image?.bytes.count ?? 0) }
    var (names, sent): ([String], Int) = ([], 0)
    for (place, picture) in pictures.enumerated() {
      guard case .new(let image) = picture.content else {
        if case .kept(let number) = picture.content { names.append(number) }
        continue
      }
      do throws(APIError) {
        let observer = form.observer?.following(sent, of: all)
        names.append(try await upload(image, of: picture, beside: names, observer))
      } catch .cancelled {
        throw .cancelled
      } catch .status(401, let message) {
        throw .status(401, message: message)
      } catch {
        let which = pictures.count > 1 ? "Picture \(place + 1)" : "The picture"
        throw .notOffered("\(which) could not be sent, so nothing was posted. \(error.sentence)")
      }
      sent += image.bytes.count
    }
    return names
  }

  private func upload(
    _ image: PostImage, of picture: DescribedImage, beside others: [String],
    _ observer: UploadObserver?
  ) async throws(APIError) -> String {
    let fields = picture.fields
    // Sent again after an error, it would lie there twice.
    let key = fields.encoded + " " + Fingerprint.name(of: Array(image.bytes))
    let known = memory.state.withLock { $0.uploads[key]?.first { !others.contains($0) } }
    if let known {
      do throws(APIError) {
        return try await ready(try await media(known), observer)
      } catch .status(404, _) {
        // The server has thrown it away meanwhile.
        memory.state.withLock { $0.uploads[key]?.removeAll { $0 == known } }
      }
    }
    let body = RequestBody.multipart(fields, file: "file", image, observer: observer)
    let media: MastodonStatus.Media
    do throws(APIError) {
      media = try await web.upload(body, to: "/api/v2/media", as: MastodonStatus.Media.self)
    } catch .status(404, _) {
      media = try await web.upload(body, to: "/api/v1/media", as: MastodonStatus.Media.self)
    }
    if let id = media.id?.safe { memory.state.withLock { $0.uploads[key, default: []].append(id) } }
    return try await ready(media, observer)
  }

  /// Waits until the server has prepared a picture: a status can't have another one.
  private func ready(
    _ media: MastodonStatus.Media, _ observer: UploadObserver?
  ) async throws(APIError) -> String {
    var media = media
    guard let id = media.id?.safe else { throw .unreadable(reason: "a picture without an ID") }
    for question in 0..<Self.questions where media.link == nil {
      observer?.report(.waiting)
      let seconds = question < Self.wait.after ? Self.wait.first : Self.wait.then
      do { try await Task.sleep(for: .seconds(seconds)) } catch { throw .cancelled }
      media = try await self.media(id)
    }
    guard media.link != nil else {
      throw .notOffered("\(web.name) is still working on it. Try again in a minute.")
    }
    return id
  }

  private func media(_ id: String) async throws(APIError) -> MastodonStatus.Media {
    try await web.answer("/api/v1/media/\(id.percentEncoded)", as: MastodonStatus.Media.self)
  }

  /// Forgets which pictures were sent: a post has them now, or the server has refused one.
  func forgetUploads() { memory.state.withLock { $0.uploads = [:] } }
}

extension DescribedImage {
  /// What is sent with it.
  fileprivate var fields: [QueryItem] {
    (description.line.map { [QueryItem("description", $0)] } ?? [])
      + (crop.flatMap { $0 == Draft.Crop() ? nil : [QueryItem("focus", $0.focus)] } ?? [])
  }
}

extension Draft.Crop {
  /// It in the words of the API, where y grows upwards.
  var focus: String { "\(x),\(-y)" }
}

extension UploadObserver {
  /// Observes a part of an upload.
  fileprivate func following(_ before: Int, of all: Int) -> UploadObserver {
    UploadObserver { [self] part in
      report(
        part.isWaiting
          ? part : UploadProgress(sent: min(all, before + part.sent), all: max(all, part.all)))
    }
  }
}

extension PostForm {
  /// The pictures, that of the card first.
  var pictures: [DescribedImage] {
    guard let image else { return further }
    // The crop is that of the card's picture.
    let crop = clipOffsetX.flatMap { x in clipOffsetY.map { Draft.Crop(x: x, y: $0) } }
    return [DescribedImage(image, imageDescription ?? "", crop: crop)] + further
  }
}
