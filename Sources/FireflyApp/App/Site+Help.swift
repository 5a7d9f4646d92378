import FireflyCore

extension Keymap.Binding {
  /// Returns its help text at a place; nil if it does nothing there.
  ///
  /// - Parameter tab: the tab in which it is asked for; nil for any.
  func help(at site: Site, in tab: Explorer? = nil) -> String? {
    switch action {
    case .editor(.warningPressed), .editor(.readersPressed), .editor(.languagePressed),
      .editor(.poll(.pressed)), .editor(.attachment(.nextPressed)),
      .editor(.attachment(.orderPressed)):
      return site.has(.ownFields) ? help : nil
    default:
      if let ability = action.ability, !site.offers(ability) {
        return restOfHelp(at: site, in: tab)
      }
      return site.has(.fireflyPosts) ? help : ownHelp(at: site)
    }
  }

  /// Returns the help text where something can't be done, but something like it.
  private func restOfHelp(at site: Site, in tab: Explorer?) -> String? {
    let hasSearches = site.can(.search) && (tab ?? .searches) == .searches
    let hasFeeds = site.has(.subscriptions) && (tab ?? .users) == .users
    let feed = site.user.anyOne
    func words(_ searches: String, _ feeds: String) -> String? {
      let parts = [hasSearches ? searches : nil, hasFeeds ? feeds : nil].compactMap(\.self)
      return parts.isEmpty ? nil : parts.joined(separator: ", or ")
    }
    return switch action {
    case .editor(.newPressed) where !hasFeeds && site.offeredFeed != nil: "follow this feed"
    case .editor(.newPressed) where tab == .posts && site.has(.subscriptions): "\(feed) to follow"
    case .editor(.newPressed): words("new search", "\(feed) to follow")
    case .editor(.editPressed): words("edit your search", "change \(feed) or a folder")
    case .moving(.deletePressed):
      words("delete your search", "no longer follow").map { $0 + "; asks first" }
    case .signIn(.pressed) where site.can(.write): "who you are; no sign-in is needed"
    default: nil
    }
  }

  /// Returns the help text where posts are not Firefly's.
  private func ownHelp(at site: Site) -> String? {
    switch action {
    case .list(.audiencePressed):
      !site.switches(in: .posts)
        ? nil
        : site.listNames.dropLast().joined(separator: ", ") + ", or " + (site.listNames.last ?? "")
          + (site.has(.notices) ? "; among notices their kinds" : "")
          + (site.has(.chosenLists) ? "; on a list in the second tab puts it here" : "")
    case .readMarks(.answersPressed) where site.has(.notices):
      "notices: mentions, boosts, favourites, follows, requests, polls"
    case .editor(.newPressed): "new post, or a reply; in searches a new search"
    case .editor(.attachment(.pressed)) where site.has(.ownFields): "add a picture beside the text"
    case .moving(.deletePressed) where site.has(.ownFields):
      "delete your post, or write it anew; asks first"
    case .list(.explorerPressed(let explorer)) where explorer != .searches:
      "\(site.name(of: explorer)); again: to the top level"
    case .list(.explorerPressed): help
    case .list(.copyPressed): "copy the \(site.post.one)'s link, or its text"
    case .later(.pressed) where site.has(.sharedMarks): "star on the service, or no longer"
    case .links(.pressed): "open the \(site.post.one)'s link, or a link of the text"
    case .mute(.pressed):
      site.offers(.people)
        ? "silence or mute; on a profile follow, mute, block" : "silence or mute: asks what"
    case .moving(.undoPressed):
      site.can(.write) ? "undo the last step; after Esc, go on writing" : "undo what was done last"
    default: site.post == .post ? help : help(calling: site.post)
    }
  }

  /// Returns the help text where posts are called otherwise.
  private func help(calling post: Site.Noun) -> String {
    help.replacing(Site.Noun.post.anyOne, with: post.anyOne)
      .replacing(Site.Noun.post.many, with: post.many).replacing(Site.Noun.post.one, with: post.one)
  }
}

extension Action {
  /// What a place must allow for it; nil for what can be done everywhere.
  fileprivate var ability: Site.Ability? {
    switch self {
    case .editor(.newPressed): .write
    case .editor(.replyPressed): .reply
    case .editor(.editPressed): .edit
    case .editor(.profilePressed): .profile
    case .moving(.deletePressed): .delete
    case .moving(.undoPressed): nil
    case .moving: .move
    case .mark: .mark
    case .person: .people
    case .keep(.pressed): .keep
    case .readMarks(.answersPressed): .answers
    case .mute(.branchPressed(.followed, _)): .follow
    case .signIn(.pressed): .signIn
    case .editor(.attachment), .editor(.placePressed): .write
    default: nil
    }
  }
}

extension Site {
  /// Returns whether a key leads to what has a context's keys.
  func leads(to context: KeyContext) -> Bool {
    switch context {
    // A search can be written, too.
    case .editor, .editorChord: offers(.write) || can(.search)
    case .path: offers(.write)
    case .conflict: offers(.edit)
    case .moving: offers(.move)
    case .signIn, .accounts: offers(.signIn)
    case .people: offers(.people)
    default: true
    }
  }

  /// Whether a key for something leads somewhere: it can be done, or a sign-in is asked for first.
  func offers(_ ability: Ability) -> Bool {
    if ability == .move, extensions?.moves == false { return false }
    return refusal(of: ability).map { $0.way == .signIn } ?? true
  }

  /// Returns what to do while it can't be reached.
  func offlineAdvice(_ canvas: Canvas) -> [String] {
    guard offlineQuestion != nil || host != nil else { return [] }
    let way = canvas.keyHint(.places(.pressed), "leads to your own server")
    return [offlineQuestion, way.map { $0 + "." }].compactMap(\.self)
  }
}

extension Site {
  /// Returns the sentence that refuses to change a folder of feeds where a service has it; nil for other posts.
  func folderRefusal(_ post: Post?) -> String? {
    guard post?.contents?.isFolder == true, has(.sharedMarks) else { return nil }
    return "A folder is there as long as a feed is in it. Give its feeds another folder."
  }
}
