import FireflyAPI
import FireflyCore
import FireflyModel

/// The pictures in the text of a draft, which the server has before the post.
///
/// A draft on the disk and in the editor keeps its own addresses: a repeated request sends the pictures
/// again, and the server gives them the same addresses.
struct TextPictures: Sendable {
  /// The server's addresses, by those of the draft.
  private var addresses: [String: String] = [:]
  /// The pictures that a service gets beside the text, after that of the card.
  private(set) var besideText: [DescribedImage] = []
  /// The same in the text of the draft.
  private var shown: [Draft.TextPicture] = []
  /// Number of bytes that were sent.
  private var sent = 0
  /// Number of bytes of all pictures, with that of the card.
  private var all = 0

  /// Sends the pictures in the text of a draft.
  ///
  /// - Parameters:
  ///   - image: the picture of its card, which is sent with the post.
  ///   - client: sends the requests.
  ///   - pictures: the copies of the pictures.
  ///   - observer: receives the progress.
  /// - Throws: `LoadFailure`, which names the picture; also if there are more than the server takes.
  init(
    of draft: Draft, beside image: PostImage?, to client: any PostsClient,
    from pictures: DraftPictures?,
    _ observer: UploadObserver?
  ) async throws(LoadFailure) {
    for picture in draft.delivery.further ?? [] {
      if let number = picture.number {
        besideText.append(
          DescribedImage(kept: number, picture.description, crop: picture.crop))
        continue
      }
      guard let image = await BlockingThread.run({ pictures?.image(named: picture.copy) }) else {
        throw LoadFailure(
          .missing, "Its picture, \(picture.path), no longer exists. Attach it again.")
      }
      besideText.append(DescribedImage(image, picture.description, crop: picture.crop))
    }
    let shown = draft.textPictures
    if shown.isEmpty { return }
    // If the server doesn't answer, the first picture tells why.
    let most = (try? await client.fields())?.limits?.pictures ?? .max
    guard shown.count <= most else {
      throw LoadFailure(
        .forbidden,
        """
        The text has \(shown.count) new pictures, and the server takes \(most) at a time. Save it with \
        fewer, and then add the others. Nothing was sent.
        """)
    }
    var images: [PostImage] = []
    for picture in shown {
      guard let image = await BlockingThread.run({ pictures?.image(named: picture.name) }) else {
        throw LoadFailure(
          .missing,
          "\(Self.title(of: picture)) no longer exists. Remove it from the text, or attach it again."
        )
      }
      images.append(image)
    }
    // A service says itself how many it takes, before the first is sent.
    if client.created != nil {
      besideText += zip(images, shown).map { DescribedImage($0, $1.words) }
      self.shown = shown
      return
    }
    all = images.reduce(image?.bytes.count ?? 0) { $0 + $1.bytes.count }
    for (picture, image) in zip(shown, images) {
      do throws(APIError) {
        addresses[picture.address] = try await client.addPicture(image, following(observer))
      } catch {
        throw Self.failure(error, of: picture)
      }
      sent += image.bytes.count
    }
  }

  /// A draft without pictures in its text.
  init() {}

  /// Returns an observer of the next picture, which reports the progress of all.
  func following(_ observer: UploadObserver?) -> UploadObserver? {
    guard all > 0 else { return observer }
    return observer.map { observer in
      UploadObserver { [sent, all] report in
        observer.report(
          report.isWaiting ? report : UploadProgress(sent: min(all, sent + report.sent), all: all))
      }
    }
  }

  /// Returns a draft with the server's addresses.
  func named(by draft: Draft) -> Draft {
    var draft = readdressed(draft, addresses)
    if !shown.isEmpty { draft.words = draft.words.withoutTextPictures }
    return draft
  }

  /// Returns a draft with its own addresses.
  func own(_ draft: Draft) -> Draft {
    var draft = draft
    draft.words = draft.words.showing(shown)
    return readdressed(draft, Dictionary(addresses.map { ($1, $0) }) { first, _ in first })
  }

  private func readdressed(_ draft: Draft, _ new: [String: String]) -> Draft {
    if addresses.isEmpty { return draft }
    var draft = draft
    draft.words.body = BodyMark.readdressing(draft.words.body) { new[$0] }
    return draft
  }

  private static func title(of picture: Draft.TextPicture) -> String {
    let words = ForeignText.cleanLine(picture.words, limit: 40)
    return words.isEmpty ? "A picture in the text" : "The picture “\(words)”"
  }

  private static func failure(_ error: APIError, of picture: Draft.TextPicture) -> LoadFailure {
    var failure = LoadFailure(error)
    if [.cancelled, .signedOut].contains(failure.kind) { return failure }
    // The post was not sent, so nothing is known of it.
    if ![.offline, .timedOut, .interrupted].contains(failure.kind) { failure.kind = .forbidden }
    if case .notOffered = error { return failure }
    failure.sentence = "\(title(of: picture)) could not be sent. \(failure.sentence)"
    return failure
  }
}
