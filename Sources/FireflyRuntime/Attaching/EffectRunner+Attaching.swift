import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyPictures

// Pictures that go with what is written, on their way to the card and to the server.
extension EffectRunner {
  /// Saves a draft; tells meanwhile how much of its picture has left.
  func save(_ draft: Draft, _ send: (Action) -> Void) async {
    let (reports, continuation) = AsyncStream.makeStream(
      of: UploadProgress.self, bufferingPolicy: .bufferingNewest(1))
    let saver = PostSaver(
      client: client, drafts: drafts, log: log,
      observer: UploadObserver { continuation.yield($0) })
    let work = Task {
      defer { continuation.finish() }
      return await saver.save(draft)
    }
    let place = draft.key.place
    await withTaskCancellationHandler {
      for await report in reports {
        send(.editor(.attachment(.progress(place, sent: report.sent, of: report.all))))
      }
    } onCancel: {
      work.cancel()
    }
    switch await work.value {
    case .saved(let post): send(.editor(.saveResponse(place, .success(post))))
    case .failed(let failure, let unconfirmed):
      send(.editor(.saveResponse(place, .failure(failure), unconfirmed: unconfirmed)))
    case .conflict(let comparison): send(.editor(.conflictFound(place, comparison)))
    }
  }

  /// Deletes a post.
  func deletion(of id: Post.ID) async -> DeleteResponse {
    let deletion = await client.deletion(of: id)
    log.info("deleting", metadata: ["post": "\(id)", "outcome": "\(deletion)"])
    return switch deletion {
    case .done: .deleted
    case .failed(let error): .failed(LoadFailure(error))
    case .unconfirmed(let error): .unconfirmed(LoadFailure(error))
    }
  }

  /// Does what an effect wants of files and pictures.
  func attach(_ effect: Effect, _ send: (Action) -> Void) async {
    switch effect {
    case .attachPicture(let path, let key):
      send(.editor(.attachment(.response(key.place, await attach(path, to: key)))))
    case .completePath(let text):
      let completion = await BlockingThread.run { TypedPath(text).completion }
      send(.editor(.attachment(.completed(completion))))
    case .recognizePicture(let offer, let place):
      let isPicture = await BlockingThread.run {
        PictureFile(TypedPath(offer.path).bytes).looksLikePicture
      }
      if isPicture { send(.editor(.attachment(.recognized(offer, place)))) }
    case .checkPictureRemoval(let place):
      let isPossible = await client.has(.picture)
      send(.editor(.attachment(.removalChecked(place, isPossible: isPossible))))
    default: break
    }
  }

  private func attach(_ path: String, to key: Draft.Key) async -> AttachmentResponse {
    guard let drafts else { return .refused("Nothing is kept here, and no picture either.") }
    let attacher = PictureAttacher(drafts: drafts.pictures, log: log)
    do {
      let attached = try await attacher.attach(path, to: key, showing: PictureStore.decodedSize)
      if let pixels = attached.pixels {
        pictures.shelf.insert(pixels, at: attached.picture.picture.address)
      }
      return .attached(attached.picture)
    } catch {
      return .refused(error.sentence)
    }
  }
}
