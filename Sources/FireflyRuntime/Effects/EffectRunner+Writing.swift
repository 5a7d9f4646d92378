import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel

extension EffectRunner {
  /// Runs an effect of writing; returns the action it leads to at once, if it does.
  func run(_ effect: WritingEffect) -> Action? {
    switch effect {
    case .loadOwnProfile(let email):
      begin(.ownProfile) { [loader] send in
        send(.editor(.profileResponse(await loader.ownProfile(of: email))))
      }
    case .loadTemplate(let name):
      begin(.template(name)) { [loader, client = services.client] send in
        if case .success(let words) = await loader.template(name) {
          send(.editor(.templateResponse(name: name, words)))
        }
        if let fields = try? await client.fields() { send(.editor(.fieldsResponse(fields))) }
      }
    case .loadWritten(let id):
      begin(.template("written")) { [loader, client = services.client] send in
        let written = await loader.response { @Sendable in
          let (version, fields) = (try await client.version(id), try await client.fields())
          return WrittenPost(post: version.post, tag: version.tag, fields: fields)
        }
        send(.editor(.writtenCame(id, written)))
      }
    case .loadFields:
      begin(.template("fields")) { [loader, client = services.client] send in
        send(.editor(.fieldsCame(await loader.response { @Sendable in try await client.fields() })))
      }
    case .formatPreview(let body, let revision, let columns):
      return format(body, columns: columns, as: .preview) { text in
        .editor(.previewFormatted(text, revision: revision))
      }
    case .save(let draft):
      // The draft is saved before the request is sent.
      services.drafts?.save(draft)
      begin(.save(draft.key.target)) { [services] send in
        await services.save(draft) { send(.editor($0)) }
      }
    case .givePassword(let password, let request):
      services.client.givePassword(password, request)
    case .storeName(let name):
      BlockingThread.queue.async { [session = services.session] in session?.rename(to: name) }
    case .recordWritten(let explorer, let key): services.views?.postWritten(explorer, by: key)
    }
    return nil
  }
}

extension EffectServices {
  /// Saves a draft to the server, and sends the progress of its picture.
  @MainActor
  fileprivate func save(_ draft: Draft, _ send: (EditorAction) -> Void) async {
    let (reports, continuation) = AsyncStream.makeStream(
      of: UploadProgress.self, bufferingPolicy: .bufferingNewest(1))
    let saver = PostSaver(
      client: client, drafts: drafts, log: log,
      observer: UploadObserver { continuation.yield($0) })
    let work = Task {
      defer { continuation.finish() }
      return await saver.save(draft)
    }
    let target = draft.key.target
    await withTaskCancellationHandler {
      for await report in reports {
        send(
          .attachment(
            .progress(target, sent: report.sent, of: report.all, isWaiting: report.isWaiting)))
      }
    } onCancel: {
      work.cancel()
    }
    switch await work.value {
    case .saved(let post): send(.saveResponse(target, .success(post)))
    case .altered(let post, let kept): send(.saveAltered(target, post, kept))
    case .failed(let failure, let unconfirmed, let delivery):
      send(.saveResponse(target, .failure(failure), unconfirmed: unconfirmed, delivery))
    case .conflict(let comparison): send(.conflictFound(target, comparison))
    }
  }
}
