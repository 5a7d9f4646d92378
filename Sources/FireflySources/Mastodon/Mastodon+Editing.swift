import FireflyAPI
import FireflyCore

// What must be known before a status is changed.
extension Mastodon {
  /// Loads a status that is to be changed.
  func edit(of name: String) async throws(APIError) -> MastodonEdit {
    try await web.answer("/api/v1/statuses/\(name.percentEncoded)", as: MastodonEdit.self)
  }

  /// Returns why a status can't be changed without a loss, as a sentence; nil if it can.
  func refusal(of edit: MastodonEdit) async throws(APIError) -> String? {
    if let loss = edit.loss { return MastodonEdit.refusal(of: loss, on: web.name) }
    if let poll = edit.status.poll, let refusal = try await refusal(of: poll) { return refusal }
    guard edit.status.readers != .everyone, try await instance().widensEdits else { return nil }
    return
      "\(web.name) would show this post to everyone if you changed it. Delete it and write it again."
  }

  /// Returns the media that a status keeps in a change, all but the one that the user removes or replaces, and the
  /// place of a new picture among them.
  static func kept(
    of old: MastodonStatus, changedBy form: PostForm
  ) -> (media: [String], place: Int) {
    var media = old.media.compactMap(\.id?.text)
    // A card shows one picture; a film is not one, so a new picture stands beside it.
    guard let shown = old.media.firstIndex(where: \.isShown),
      form.removesImage || form.image != nil && old.media[shown].type == "image"
    else { return (media, media.count) }
    media.remove(at: shown)
    return (media, shown)
  }
}
