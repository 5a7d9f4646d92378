import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// Everything that is written goes through here: what must never happen to a post stands in `form(of:…)`, `target`
/// and `checked`.
extension Mastodon: WritingBackend {
  func fields() async throws(APIError) -> ServiceFields {
    let instance = try await instance()
    let defaults = isSignedIn ? try await owner().defaults : nil
    var fields = ServiceFields(
      characters: instance.limit, usualReaders: defaults?.usualReaders ?? .everyone)
    fields.linkLength = instance.linkLength
    fields.language = defaults?.language?.languageCode
    fields.takesMarkdown = instance.takesMarkdown
    let configuration = instance.configuration
    fields.mixesFilms = !instance.isMastodon
    fields.polls = instance.polls
    if let most = configuration?.statuses?.pictures, (1...100).contains(most) {
      fields.pictures = most
    }
    if let most = configuration?.media?.description, (1...100_000).contains(most) {
      fields.descriptionCharacters = most
    }
    return fields
  }

  func requireOwner() async throws(APIError) { _ = try await owner() }

  func owns(_ node: SourceNode) async throws(APIError) -> Bool {
    guard isSignedIn, let author = node.facts.authorID else { return false }
    // Some servers have other IDs in posts than for the sign-in; then the handle says it.
    let me = try await owner()
    return me.id?.safe == author || fullHandle(node.author) == fullHandle(me.handle)
  }

  // MARK: Creating

  func create(_ form: PostForm, key: String) async throws(APIError) -> SourceNode {
    let draft = SourceDraft(form)
    let fields = try await fields()
    let hasPicture = !form.pictures.isEmpty
    let poll = try poll(of: form, fields)
    try check(draft, fields, nil, hasPicture: hasPicture)
    try check(form, beside: [], of: nil, fields)
    let target = try await target(of: form, fields)
    try check(draft, fields, target.readers, hasPicture: hasPicture)
    var sent = try await self.form(of: draft, target)
    let media = try await upload(form)
    let status: MastodonStatus
    do throws(APIError) {
      if let poll {
        status = try await web.upload(
          .status(sent, media, [], poll), to: "/api/v1/statuses", key: key, as: MastodonStatus.self)
      } else {
        sent += media.map { QueryItem("media_ids[]", $0) }
        status = try await web.send(
          sent, to: "/api/v1/statuses", key: key, as: MastodonStatus.self)
      }
    } catch .status(404, _) where target.answered != nil {
      throw Self.parentGone
    } catch {
      // It may be that one of the pictures is no longer there.
      if case .status(400..<500, _) = error { forgetUploads() }
      throw error
    }
    forgetUploads()
    return try await checked(
      status, readers: target.readers, answered: target.answered, hasPoll: poll != nil)
  }

  /// To whom a post goes, and where.
  private struct Target {
    var readers: Readers
    var language: String?
    /// The status that it answers.
    var answered: String?
  }

  private static let parentGone = APIError.notOffered(
    "What you answer is gone. Your text is kept as a draft.")

  /// Finds out to whom a post goes; asks for what it answers, which may have changed or be gone.
  private func target(
    of form: PostForm, _ fields: ServiceFields
  ) async throws(APIError) -> Target {
    guard let parent = form.parentID, parent > 0 else {
      return Target(
        readers: form.readers ?? fields.usualReaders, language: form.language ?? fields.language)
    }
    guard let name = try await answeredName(parent) else { throw Self.parentGone }
    let answered: MastodonStatus
    do throws(APIError) {
      answered = try await status(name)
    } catch .status(404, _) {
      throw Self.parentGone
    } catch .status(410, _) {
      throw Self.parentGone
    }
    let most = answered.readers
    let wanted = form.readers ?? fields.readers(answering: most)
    guard wanted <= most else {
      let author = ForeignText.cleanLine(answered.account?.name ?? "the author", limit: 60)
      let who =
        switch most {
        case .mentioned: "Only those whom it mentions can read what you answer"
        case .followers: "Only followers of \(author) can read what you answer"
        case .local: "Only this instance can read what you answer"
        case .quiet, .everyone: "What you answer is in no public list"
        }
      throw .notOffered("\(who): your reply can't be for more people.")
    }
    return Target(
      readers: wanted,
      language: form.language ?? answered.language?.languageCode ?? fields.language,
      answered: name)
  }

  private func check(
    _ draft: SourceDraft, _ fields: ServiceFields, _ readers: Readers?, hasPicture: Bool
  ) throws(APIError) {
    let refusal = fields.refusal(
      of: draft.text, warning: draft.warning, to: readers, hasPicture: hasPicture, on: web.name)
    if let refusal { throw .notOffered(refusal) }
  }

  /// Checks the new pictures of a form, beside others that stay.
  private func check(
    _ form: PostForm, beside kept: [String], of old: MastodonStatus?, _ fields: ServiceFields
  ) throws(APIError) {
    let pictures = form.pictures
    if pictures.allSatisfy({ $0.image == nil }), pictures.count <= old?.media.count ?? 0 { return }
    let staying = kept + pictures.compactMap(\.kept)
    let refusal = fields.refusal(
      ofPictures: pictures.isEmpty ? 0 : kept.count + pictures.count, pictures.map(\.description),
      hasFilm: staying.contains { old?.medium($0)?.isFilm == true }, on: web.name)
    if let refusal { throw .notOffered("\(refusal) Nothing was sent.") }
  }

  /// The one form of a new status: who may read it is always said.
  private func form(
    of draft: SourceDraft, _ target: Target
  ) async throws(APIError) -> [QueryItem] {
    words(
      of: draft, language: target.language, type: try await textType(),
      isSensitive: !draft.warning.isEmpty) + [
        QueryItem("visibility", target.readers.status)
      ] + (target.answered.map { [QueryItem("in_reply_to_id", $0)] } ?? [])
  }

  private func words(
    of draft: SourceDraft, language: String?, type: String?, isSensitive: Bool
  ) -> [QueryItem] {
    [
      QueryItem("status", draft.text), QueryItem("spoiler_text", draft.warning),
      QueryItem("sensitive", "\(isSensitive)"),
    ] + (language.map { [QueryItem("language", $0)] } ?? [])
      + (type.map { [QueryItem("content_type", $0)] } ?? [])
  }

  /// The type of a text, that of a status or of a new one, where a server wants to know it: without it, that of the
  /// user's settings would count.
  private func textType(of name: String? = nil) async throws(APIError) -> String? {
    let instance = try await instance()
    guard instance.wantsType else { return nil }
    if let name, let type = try await typedSource(of: name)?.type { return type }
    return instance.takesMarkdown ? "text/markdown" : "text/plain"
  }

  /// Returns a status that was written as a post, with what the server has done otherwise.
  func checked(
    _ status: MastodonStatus, readers: Readers, answered: String?, hasPoll: Bool
  ) async throws(APIError) -> SourceNode {
    guard var node = node(status) else { throw .unreadable(reason: "a status without an ID") }
    let isUnsaid =
      if status.visibility == nil {
        !readers.isPublic
      } else {
        try await instance().saysOnlyWhetherPublic && !status.readers.isPublic
      }
    if isUnsaid {
      node.facts.service?.mishap = .unsaid(wanted: readers)
    } else if status.visibility != nil, status.readers != readers {
      node.facts.service?.mishap = .readers(wanted: readers, got: status.readers)
    } else if status.parent?.text != answered {
      node.facts.service?.mishap = .place
    } else if hasPoll != (status.poll != nil) {
      node.facts.service?.mishap = .poll
    }
    return node
  }

  // MARK: Changing

  func update(_ form: PostForm) async throws(APIError) -> SourceNode {
    guard let name = form.postID.flatMap(name(of:)) else { throw .status(404, message: nil) }
    let draft = SourceDraft(form)
    let edit = try await edit(of: name)
    let old = edit.status
    if let refusal = try await refusal(of: edit) { throw .notOffered(refusal) }
    if let version = form.version, version != old.version { throw .status(412, message: nil) }
    let fields = try await fields()
    let poll = try await poll(of: old, changedBy: form, fields)
    let media = try await media(of: old, changedBy: form, draft, fields)
    let wasSensitive = old.isSensitive && (old.warning ?? "").isEmpty
    let type = try await textType(of: name)
    let sent = words(
      of: draft, language: form.language ?? old.language?.line,
      type: type,
      isSensitive: !draft.warning.isEmpty || wasSensitive || old.isSensitive && !media.isEmpty)
    let redescribed = form.redescribed(from: old)
    let status: MastodonStatus
    do throws(APIError) {
      status = try await web.upload(
        .status(sent, media, redescribed, poll), by: .put,
        to: "/api/v1/statuses/\(name.percentEncoded)", as: MastodonStatus.self)
    } catch .status(404, _) {
      // It was there a moment ago.
      throw .notOffered("\(web.name) can't change posts, or this one is gone.")
    }
    // Of a server that never says who can read a post, that was said when it was written.
    var node = try await checked(
      status, readers: old.visibility == nil ? .everyone : old.readers, answered: old.parent?.text,
      hasPoll: poll != nil)
    if node.facts.service?.mishap == nil, await !describe(redescribed, in: status) {
      node.facts.service?.mishap = .descriptions
    }
    return node
  }

  /// The numbers of the media that a changed status has; sends the new ones.
  private func media(
    of old: MastodonStatus, changedBy form: PostForm, _ draft: SourceDraft, _ fields: ServiceFields
  ) async throws(APIError) -> [String] {
    guard form.replacesPictures else {
      var (media, place) = Self.kept(of: old, changedBy: form)
      try check(draft, fields, nil, hasPicture: !media.isEmpty || !form.pictures.isEmpty)
      try check(form, beside: media, of: old, fields)
      media.insert(contentsOf: try await upload(form), at: place)
      return media
    }
    var form = form
    // One that was removed elsewhere can't come back.
    form.further.removeAll { picture in picture.kept.map { old.medium($0) == nil } == true }
    try check(draft, fields, nil, hasPicture: !form.pictures.isEmpty)
    try check(form, beside: [], of: old, fields)
    return try await upload(form)
  }

  func delete(_ id: Int) async throws(APIError) {
    guard let name = name(of: id) else { throw .status(404, message: nil) }
    try await web.send([], by: .delete, to: "/api/v1/statuses/\(name.percentEncoded)")
  }

  func written(_ id: Int) async throws(APIError) -> (node: SourceNode, tag: String?) {
    guard let name = name(of: id) else { throw .status(404, message: nil) }
    let edit = try await edit(of: name)
    guard var node = node(edit.status) else { throw .unreadable(reason: "a status without an ID") }
    node.facts.service?.editRefusal = try await refusal(of: edit)
    node.facts.service?.loss = edit.loss
    guard let source = try await typedSource(of: name) else {
      // Its words as they were typed can't be had.
      node.facts.service?.editRefusal = "\(web.name) can't change posts."
      return (node, nil)
    }
    node.text = .markdown(source.text)
    node.title = source.warning ?? ""
    node.summary = ""
    return (node, edit.status.version)
  }
}
