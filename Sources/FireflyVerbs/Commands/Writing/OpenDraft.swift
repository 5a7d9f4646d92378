import FireflyAPI
import FireflyClient
import FireflyCore
import Foundation

/// The draft of a command that writes, unless another program has it open.
struct OpenDraft: Sendable {
  var draft: Draft
  /// The draft as it was found; nil for a new one.
  let earlier: Draft?
  /// The server of `--server`; nil for the usual one.
  var place: ServerChoice?
  /// Why it can't be saved, as a sentence; nil if it can.
  var obstacle: String? { problem.map { "\($0)" } }
  /// What the user calls it.
  var name: String { store.name(of: draft.key) }
  private let problem: DraftError?
  private let store: DraftStore

  init(key: Draft.Key, opening: DraftStore.Opening, store: DraftStore) {
    self.store = store
    switch opening {
    case .ready(let kept, let name):
      earlier = kept?.draft
      draft = kept?.draft ?? Draft(key: key)
      draft.idempotencyKey = name
      problem = nil
    case .unavailable(let error):
      earlier = nil
      draft = Draft(key: key, idempotencyKey: UUID().uuidString.lowercased())
      problem = error
    }
  }

  /// Saves text that was read to the disk, and then runs a closure, which may send requests.
  ///
  /// What was read for a post of others is no draft: it stays for a day.
  ///
  /// - Throws: `Failure`, which names the draft if the text was saved.
  mutating func prepare<Value>(
    _ given: WritingOptions.GivenFields, _ work: (inout OpenDraft) throws -> Value
  ) throws(Failure) -> Value {
    if given.hasText { keep() }
    do {
      if let problem = given.problem { throw problem }
      return try work(&self)
    } catch {
      let failure = Failure(error, on: place)
      guard given.hasText else {
        close()
        throw failure
      }
      let place = error is WritingSession.OthersPost ? discardRead() : save()
      throw Failure("\(failure) \(place)", code: failure.code)
    }
  }

  /// Attaches pictures: the first one of the command line, or else the draft's own; the others are in the
  /// text.
  ///
  /// - Returns: the picture to send; nil for none.
  /// - Throws: `Failure` if the draft's own picture is missing.
  mutating func attach(_ pictures: [GivenPicture]) throws(Failure) -> PostImage? {
    func save(_ image: PostImage) -> String {
      store.pictures.save(Array(image.bytes), image.format, for: draft.key).name
    }
    for picture in pictures.dropFirst() { _ = save(picture.image) }
    if let first = pictures.first {
      let copy = isFree ? save(first.image) : ""
      draft.picture = Draft.Picture(path: first.shownPath, copy: copy)
      draft.removesPicture = false
      return first.image
    }
    guard let picture = draft.picture else { return nil }
    guard let known = store.pictures.image(of: picture) else {
      throw Failure("The picture of the draft, \(picture.path), no longer exists. Use --image.")
    }
    return known
  }

  /// Attaches pictures of the command line beside the text of a service, behind others; without any, those of the draft
  /// stay.
  ///
  /// - Parameter known: the pictures that the post has.
  /// - Returns: the first picture if it is to send; nil for none.
  /// - Throws: `Failure` if the draft's own first picture is missing.
  mutating func attach(
    _ pictures: [GivenPicture], behind known: [Draft.SidePicture]
  ) throws(Failure) -> PostImage? {
    if !pictures.isEmpty {
      draft.sidePictures =
        known
        + pictures.map { picture in
          let image = picture.image
          let copy = store.pictures.save(Array(image.bytes), image.format, for: draft.key).name
          return Draft.SidePicture(
            Draft.Picture(path: picture.shownPath, copy: copy), description: picture.words ?? "")
        }
      if draft.delivery.further?.isEmpty == true { draft.delivery.further = nil }
    }
    return try attach([])
  }

  /// Whether the draft can be written: no other program has it open.
  var isFree: Bool { problem == nil }

  /// Sends the draft; if that fails it stays, and the failure says where.
  ///
  /// The caller prints the post and then discards the draft, in this order: if the program ends between,
  /// neither is lost.
  mutating func deliver(_ work: (inout OpenDraft) throws -> Post) throws(Failure) -> Post {
    do {
      return try work(&self)
    } catch {
      let failure = Failure(error, on: place)
      let doubt = draft.isUnanswered ? "Saving could not be confirmed." : nil
      throw Failure(
        [doubt, failure.description, save()].compactMap(\.self).joined(separator: " "),
        code: failure.code)
    }
  }

  /// Saves the draft to the server, once, even if the response is lost.
  ///
  /// Changes by others that don't collide with the user's are merged, and a line says so.
  ///
  /// - Parameters:
  ///   - image: its picture, which may be stored nowhere else.
  ///   - session: sends the requests.
  /// - Throws: `LoadFailure`, `Conflict`; `Failure` if the server kept another text.
  mutating func send(_ image: PostImage?, at session: WritingSession) throws -> Post {
    let saver = PostSaver(
      client: session.client, drafts: isFree ? store : nil, pictures: store.pictures, image: image,
      log: session.log)
    var merge = ""
    while true {
      let sent = draft
      switch try MainLoop.run({ await saver.send(sent) }) {
      case .saved(let post):
        if !merge.isEmpty { StandardStreams.warn("Merged: \(merge).") }
        return post
      case .altered(let post, let kept):
        draft.base = Draft.Base(words: post.words)
        (draft.picture, draft.crop, draft.removesPicture) = (nil, nil, false)
        draft.unconfirmed = []
        throw Failure(kept.sentence)
      case .failed(let failure, let unconfirmed, let delivery):
        (draft.unconfirmed, draft.delivery) = (unconfirmed, draft.delivery.sent(delivery))
        throw failure
      case .conflict(let comparison):
        guard let merged = comparison.merged else { throw Conflict() }
        merge = comparison.origins(of: merged)
        (draft.words, draft.base) = (merged, comparison.theirs)
      }
    }
  }

  /// The post has changed since it was read.
  struct Conflict: Error {}

  /// Saves the draft to the disk, and leaves it open.
  @discardableResult
  func keep() -> Bool {
    guard isFree else { return false }
    store.save(draft)
    return store.flush() == nil
  }

  /// Saves the draft to the disk, because it could not be sent.
  ///
  /// - Returns: a sentence that names the draft.
  func save() -> String {
    var problem = problem
    if isFree {
      store.save(draft)
      problem = store.flush()
      store.close(draft.key)
    }
    guard draft.isWorthKeeping else { return "" }
    if let problem {
      return "Your text can't be kept as a draft: \(problem.reason) "
        + RescuedText.save(draft.words.printed)
    }
    return "Your text is kept as draft \(name): use `firefly draft show \(name)`."
  }

  /// Discards the draft, because it can never be sent.
  ///
  /// - Returns: a sentence that says where the text is.
  private func discardRead() -> String {
    guard isFree else { return save() }
    store.discard(draft)
    return store.flush() == nil ? Draft.keptOfUnsendable : save()
  }

  /// Closes the draft, and leaves it on the disk.
  func close() {
    guard isFree else { return }
    store.close(draft.key)
    store.flush()
  }

  /// Removes the draft, because the server has it.
  func discard() {
    guard isFree else { return }
    store.remove(draft.key)
    store.flush()
  }
}
