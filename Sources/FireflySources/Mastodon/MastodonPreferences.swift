import FireflyAPI
import FireflyCore
import FireflyForeign

/// How an account wants to see posts.
struct MastodonPreferences: Decodable, Sendable {
  /// Whether texts behind warnings are open.
  @Lenient var opensWarnings: Bool
  /// Which pictures are shown: `show_all`, `hide_all`, or those that are not sensitive.
  @Lenient var media: String?

  private enum CodingKeys: String, CodingKey {
    case opensWarnings = "reading:expand:spoilers"
    case media = "reading:expand:media"
  }

  /// Whether the pictures of a status are hidden until they are opened.
  func hidesPictures(of status: MastodonStatus) -> Bool {
    switch media {
    case "show_all": false
    case "hide_all": true
    default: status.isSensitive
    }
  }
}

extension Mastodon {
  /// Asks once how the account wants to see posts; without an answer, what is hidden stays so.
  func knowPreferences() async {
    guard let token = web.credentials.token,
      memory.state.withLock({ $0.preferences?.token != token })
    else { return }
    do throws(APIError) {
      let found = try await web.answer("/api/v1/preferences", as: MastodonPreferences.self)
      memory.state.withLock { $0.preferences = (token, found) }
    } catch .status(400..<429, _) {
      // It has none, or doesn't tell them to this token.
      memory.state.withLock { $0.preferences = (token, nil) }
    } catch {}
  }

  /// Folds what the account wants folded: texts behind warnings, and sensitive pictures or all.
  func fold(_ node: inout SourceNode, as status: MastodonStatus) {
    let preferences = memory.state.withLock(\.preferences)?.found
    if !node.title.isEmpty, preferences?.opensWarnings != true {
      node.facts.service?.hidesText = true
    }
    let isHidden = preferences?.hidesPictures(of: status) ?? status.isSensitive
    // A picture of the link behind a warning says what the warning hides.
    guard let picture = status.picture, isHidden || node.facts.service?.hidesText == true else {
      return
    }
    node.picture = nil
    node.facts.service?.hiddenPicture = WebAddress.full(picture)
    node.facts.service?.isSensitive = status.isSensitive ? true : nil
  }
}

extension MastodonStatus {
  /// The first of its pictures.
  var preview: String? { media.first(where: \.isShown)?.preview }
}
