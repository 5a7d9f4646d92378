import FireflyAPI
import FireflyCore
import FireflyForeign

// Pictures that are sent before the status that has them.
extension Mastodon {
  /// Seconds between two questions whether a picture is ready, and questions at most.
  private static let wait = (seconds: 1.0, times: 30)

  /// Sends the pictures of a form.
  ///
  /// - Returns: their numbers, in order.
  /// - Throws: `APIError`; one that says that a picture could not be sent, so that nothing is known to be posted.
  func upload(_ form: PostForm) async throws(APIError) -> [String] {
    let pictures = form.pictures
    let limit = try await instance().configuration?.media?.pictureSize ?? .max
    for picture in pictures where limit > 0 && picture.image.bytes.count > limit {
      let size = limit >> 20 > 0 ? "\(limit >> 20) MB" : Counted.words(limit, "byte")
      throw .notOffered("The picture is too large for \(web.name): at most \(size).")
    }
    var names: [String] = []
    for (place, picture) in pictures.enumerated() {
      var fields: [QueryItem] = []
      if let words = picture.description.line { fields.append(QueryItem("description", words)) }
      // The crop is that of the card's picture.
      if place == 0, form.image != nil, let x = form.clipOffsetX, let y = form.clipOffsetY,
        x != 0 || y != 0
      {
        // Its y grows upwards.
        fields.append(QueryItem("focus", "\(x),\(-y)"))
      }
      do throws(APIError) {
        names.append(try await upload(picture.image, fields, place == 0 ? form.observer : nil))
      } catch .cancelled {
        throw .cancelled
      } catch .status(401, let message) {
        throw .status(401, message: message)
      } catch {
        let which = pictures.count > 1 ? "Picture \(place + 1)" : "The picture"
        throw .notOffered("\(which) could not be sent, so nothing was posted. \(error.sentence)")
      }
    }
    return names
  }

  private func upload(
    _ image: PostImage, _ fields: [QueryItem], _ observer: UploadObserver?
  ) async throws(APIError) -> String {
    let body = RequestBody.multipart(fields, file: "file", image, observer: observer)
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
    guard media.link != nil else {
      throw .notOffered("\(web.name) is still working on it. Try again in a minute.")
    }
    return id
  }
}

extension PostForm {
  /// The new pictures, that of the card first.
  var pictures: [DescribedImage] {
    (image.map { [DescribedImage($0, imageDescription ?? "")] } ?? []) + further
  }
}
