import FireflyAPI
import FireflyCore
import FireflyForeign

// Descriptions of pictures that a status has already.
extension Mastodon {
  /// Makes sure that pictures have new descriptions, which not every server takes with the status.
  ///
  /// - Returns: whether they have.
  func describe(_ pictures: [DescribedImage], in status: MastodonStatus) async -> Bool {
    for picture in pictures {
      guard let id = picture.kept, status.medium(id)?.sidePicture?.isDescribed(as: picture) != true
      else { continue }
      let answer = try? await web.send(
        [
          QueryItem("description", picture.description),
          QueryItem("focus", (picture.crop ?? Draft.Crop()).focus),
        ], by: .put, to: "/api/v1/media/\(id.percentEncoded)", as: MastodonStatus.Media.self)
      guard answer?.sidePicture?.isDescribed(as: picture) == true else { return false }
    }
    return true
  }
}

extension MastodonStatus {
  /// The picture, film or sound of a number.
  func medium(_ id: String) -> Media? { media.first { $0.id?.text == id } }
}

extension MastodonStatus.Media {
  /// Whether it is no picture.
  var isFilm: Bool { type.map { $0 != "image" } ?? false }

  /// It as it is edited.
  var sidePicture: Draft.SidePicture? {
    guard let id = id?.safe else { return nil }
    var picture = Draft.SidePicture(
      number: id, at: (preview ?? link).flatMap { WebAddress.full($0) } ?? "", isFilm: isFilm)
    picture.file = link.flatMap { WebAddress.full($0) } ?? picture.page
    picture.description = ForeignText.clean(description ?? "")
    picture.crop = Draft.Crop(x: meta?.focus?.x ?? 0, y: -(meta?.focus?.y ?? 0))
    return picture
  }
}

extension Draft.SidePicture {
  /// Whether its description is that of another one.
  fileprivate func isDescribed(as other: DescribedImage) -> Bool {
    description.trimmed == other.description.trimmed
  }
}

extension DescribedImage {
  /// The number by which the service has it; nil for a new one.
  var kept: String? { if case .kept(let number) = content { number } else { nil } }
}

extension PostForm {
  /// The pictures that a status has, with another description or focus.
  func redescribed(from old: MastodonStatus) -> [DescribedImage] {
    further.filter { picture in
      guard let before = picture.kept.flatMap({ old.medium($0)?.sidePicture }) else { return false }
      return before.description != picture.description
        || picture.crop.map { $0 != before.crop } == true
    }
  }
}

extension RequestBody {
  /// A status, a new or a changed one.
  ///
  /// Only JSON can say on every server what belongs to which picture, and what a poll has; all else goes as a form.
  ///
  /// - Parameters:
  ///   - fields: the fields of the status.
  ///   - media: the numbers of its media.
  ///   - described: those of them that are described anew.
  ///   - poll: the poll; nil for none.
  /// - Throws: `APIError.unreadable` if it can't be encoded.
  static func status(
    _ fields: [QueryItem], _ media: [String], _ described: [DescribedImage], _ poll: SentPoll?
  ) throws(APIError) -> RequestBody {
    guard !described.isEmpty || poll != nil else {
      return .form(fields + media.map { QueryItem("media_ids[]", $0) })
    }
    let status = SentStatus(
      status: fields["status"] ?? "", warning: fields["spoiler_text"] ?? "",
      sensitive: fields["sensitive"] == "true", language: fields["language"],
      type: fields["content_type"], readers: fields["visibility"],
      answered: fields["in_reply_to_id"], poll: poll, media: media.isEmpty ? nil : media,
      attributes: described.isEmpty
        ? nil
        : described.compactMap { picture in
          picture.kept.map {
            SentStatus.Attributes(
              id: $0, description: picture.description, focus: (picture.crop ?? Draft.Crop()).focus)
          }
        })
    do { return try .json(status) } catch { throw .unreadable(reason: "\(error)") }
  }
}

/// A status, in the words of the API.
private struct SentStatus: Encodable {
  struct Attributes: Encodable {
    let id: String
    let description: String
    let focus: String
  }

  let status: String
  let warning: String
  let sensitive: Bool
  let language: String?
  let type: String?
  let readers: String?
  let answered: String?
  let poll: SentPoll?
  let media: [String]?
  let attributes: [Attributes]?

  enum CodingKeys: String, CodingKey {
    case status, sensitive, language, poll
    case warning = "spoiler_text"
    case readers = "visibility"
    case answered = "in_reply_to_id"
    case type = "content_type"
    case media = "media_ids"
    case attributes = "media_attributes"
  }
}
