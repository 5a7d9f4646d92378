import FireflyCore

extension Keymap.Binding {
  /// Returns its help text at a place; nil if it does nothing there.
  func help(at site: Site) -> String? {
    switch action {
    case .mark, .editor(.warningPressed), .editor(.readersPressed), .editor(.languagePressed):
      return site.can(.mark) ? help : nil
    default: return site.has(.fireflyPosts) ? help : ownHelp(at: site)
    }
  }

  /// Returns the help text where posts are not Firefly's.
  private func ownHelp(at site: Site) -> String? {
    switch action {
    case .list(.audiencePressed):
      !site.switches(in: .posts)
        ? nil
        : site.listNames.dropLast().joined(separator: ", ") + ", or " + (site.listNames.last ?? "")
    case .editor(.newPressed) where site.can(.write):
      "new post, or a reply; in searches a new search"
    case .editor(.newPressed):
      site.has(.feeds)
        ? "new search, or a feed to follow" : site.can(.search) ? "new search" : nil
    case .list(.explorerPressed(let explorer)) where site.has(.feeds) && explorer != .searches:
      "\(site.name(of: explorer)); again: to the top level"
    case .list(.explorerPressed): help
    case .list(.readOnPressed) where site.has(.feeds):
      "open; a page down; then the next entry"
    case .list(.copyPressed): "copy the story's link, or the post's text"
    case .links(.pressed): "open the story's link, or a link of the text"
    case .editor(.editPressed): site.can(.edit) ? help : "edit your search"
    case .moving(.deletePressed): site.can(.delete) ? help : "delete your search; asks first"
    case .mute(.branchPressed(.followed, _)): nil
    case .mute(.pressed): "silence or mute: asks what"
    case .signIn(.pressed): site.can(.signIn) ? help : nil
    case .editor(.replyPressed): site.can(.reply) ? help : nil
    case .moving, .editor(.profilePressed): nil
    default: site.has(.feeds) ? Self.entries(in: help) : help
    }
  }

  /// Returns words in which posts are entries.
  private static func entries(in words: String) -> String {
    words.replacing("a post", with: "an entry").replacing("posts", with: "entries")
      .replacing("post", with: "entry")
  }
}

extension Site {
  /// Returns what to do while it can't be reached.
  func offlineAdvice(_ canvas: Canvas) -> [String] {
    guard let question = offlineQuestion else { return [] }
    let way = canvas.keyHint("places", "leads to your own server")
    return [question] + (way.map { [$0 + "."] } ?? [])
  }
}

extension Post {
  /// The sentence that refuses to change a folder of feeds; nil for other posts.
  var folderRefusal: String? {
    contents?.isFolder == true
      ? "A folder is a line of the list of feeds, feeds.txt, such as # [Tech/More]. Change it there."
      : nil
  }
}
