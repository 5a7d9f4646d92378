import FireflyCore
import FireflyModel

// Editing of the current user's profile, and changes of the user's name.
extension WritingHost {
  /// The current user's profile, if the users are loaded.
  var ownProfile: Post? { lists.profile(of: account) }

  /// Whether the root of the users' list is current.
  var isAmongUsers: Bool { explorer == .users && current.navigator.depth == 0 }

  /// Edits the user's own profile; requests it if it isn't loaded.
  mutating func beginProfile(at now: Double) -> [Effect] {
    if let refusal = site.refusal(of: .profile) { return refuse(refusal) }
    guard let user = account.user else {
      return [.send(.signIn(.needed(for: .editor(.profilePressed))))]
    }
    let effects = lists.showRoot(.users, context(at: now))
    guard let profile = ownProfile else {
      return effects + [.writing(.loadOwnProfile(email: user.email))]
    }
    lists.show(profile, context(at: now))
    return effects + beginEditing(at: now)
  }

  /// Handles the requested profile; nil if the server has none.
  mutating func ownProfileLoaded(
    _ response: Result<Post?, LoadFailure>, at now: Double
  ) -> [Effect] {
    // The user may have moved on in the meantime.
    guard isAmongUsers, focus.isEmpty, let user = account.user else { return [] }
    switch response {
    case .failure(let failure):
      return [.note("Your profile could not be loaded. \(failure.sentence)", isError: true)]
    case .success(let profile?):
      lists.show(profile, context(at: now))
      return beginEditing(at: now)
    case .success(nil):
      let post = Post.unsaved(writing.newCardID, .profile, by: user, below: nil)
      let origin = current.position
      lists.insertUnsaved(post)
      var editor = EditorState(
        .profile, template: .profile, card: post.id, in: lists.level, origin: origin,
        placeholders: writing.placeholders(of: .profile),
        columns: context(at: now).writingColumns(of: post))
      editor.suggest(name: user.ownName)
      return begin(editor, at: now)
    }
  }

  /// Handles the saved profile: its title is the user's name, and the users may be sorted
  /// differently.
  mutating func profileWasSaved(_ profile: Post) -> [Effect] {
    guard let user = account.user else { return [] }
    let reload = lists.reloadRoot(.users)
    guard !profile.title.isEmpty, profile.title != user.name else { return reload }
    account = .signedIn(User(email: user.email, name: profile.title))
    lists.nameAuthor(account, profile.title)
    return reload + [.writing(.storeName(profile.title))]
  }
}

extension ListsState {
  /// Returns a user's profile, if the users are loaded.
  func profile(of account: Account) -> Post? {
    self[.users].rootList.posts.first { $0.template == .profile && account.owns($0) }
  }

  mutating func showRoot(_ explorer: Explorer, _ context: Context) -> [Effect] {
    let effects = explorer == self.explorer ? [] : show(explorer, context)
    return effects + goUp(to: 0, context)
  }

  /// Selects a post in the current list; inserts it at the top if it is missing.
  mutating func show(_ post: Post, _ context: Context) {
    if list.index(of: post.id) == nil { list.setPosts([post] + list.posts) }
    current.position.selectedID = post.id
    scrollSelectionIntoView(context)
  }

  /// Changes a user's name on all their posts.
  mutating func nameAuthor(_ account: Account, _ name: String) {
    for level in allLevels.map(\.id) {
      if self[level]?.parent.map(account.owns) == true { self[level]?.parent?.authorName = name }
      for (index, var post) in (self[level]?.posts ?? []).enumerated()
      where account.owns(post) {
        post.authorName = name
        self[level]?.replacePost(at: index, with: post)
      }
    }
  }
}
