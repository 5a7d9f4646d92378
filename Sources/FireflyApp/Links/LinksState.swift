import FireflyCore
import FireflyModel
import FireflyScreen

/// Links to posts, to pictures of the server, and to the web.
struct LinksState: Equatable, Sendable {
  /// Where a link to a post was followed that is still being found; nil for none.
  private var origin: Spot?

  /// The address that could not be opened, and where that was: the key that copies takes it once.
  var unopened: Unopened?

  /// An address that could not be opened.
  struct Unopened: Equatable, Sendable {
    let address: String
    let spot: Spot
  }

  /// Whether the post of a link is being found.
  var isFinding: Bool { origin != nil }

  /// Handles an action.
  ///
  /// - Parameter focus: the layers, among them the choice of a link, and the posts that a text can link.
  mutating func reduce(
    _ action: LinksAction, _ focus: inout FocusStack, in surroundings: Surroundings
  ) -> [Effect] {
    switch action {
    case .pagePressed(let copies):
      guard let post = surroundings.selectedPost, !post.isUnsaved else { return [] }
      return [.links(.findPage(of: post.id, copies: copies))]
    case .pageResponse(let address, let copies):
      guard let address else { return [.note("It has no page on the web.", inList: true)] }
      return [copies ? .send(.links(.copyPressed(address))) : .links(.open(address))]
    case .tapped(let address, let post):
      let command = focus[LinkChoice.self]?.command
      focus[LinkChoice.self] = nil
      return [
        .send(.list(.postSelected(post))),
        .send(LinkChoice.action(for: address, of: post, command)),
      ]
    case .picker(let action):
      let layout = surroundings.layout
      return focus.update(LinkPicker.self) { $0.reduce(action, layout) }
    case .chosen(let address):
      return [.send(.readMarks(.storyOpened))] + follow(address, surroundings)
    case .postResponse(let id, let response): return linkFollowed(to: id, response, surroundings)
    case .openFailed(let address, let reason):
      unopened = Unopened(address: address, spot: surroundings.spot)
      let key = surroundings.keySentence(.list(.copyPressed), "copies it.")
      return [.note("\(reason) \(address)\(key)", isError: true)]
    case .copyPressed(let address):
      return [.terminal(.copy(address, noted: "Copied \(address.shortened(to: 60))."))]
    case .pressed: return focus.chooseLink(surroundings)
    case .wanted(let command): return focus.chooseLink(for: command, surroundings)
    case .digitTyped(let digit) where focus[LinkChoice.self] == nil:
      return focus.chooseLink(beginningWith: digit, surroundings)
    default: return focus.update(LinkChoice.self) { $0.reduce(action) }
    }
  }

  /// Follows a link.
  private mutating func follow(_ address: String, _ surroundings: Surroundings) -> [Effect] {
    if BodyPicture.isAddress(address) { return [.send(.picture(.linked(address)))] }
    guard let id = BodyLink.number(of: address) else {
      // The feed says what it is; its ending need not.
      let recordings = surroundings.selectedPost?.facts.recordings ?? []
      let plays = recordings.contains { $0.address == address }
      return [.links(plays ? .play(address) : .open(address))]
    }
    origin = surroundings.spot
    return [.links(.findPost(id))]
  }

  /// Goes to the post of a link, from where the link was followed.
  ///
  /// - Returns: the effects to run; none if the user went on meanwhile.
  private mutating func linkFollowed(
    to id: Post.ID, _ response: Result<[Post], LoadFailure>, _ surroundings: Surroundings
  ) -> [Effect] {
    let focus = surroundings.focus
    guard origin.take() == surroundings.spot, focus.editor == nil, !focus.coversLists else {
      return []
    }
    switch response {
    case .failure(let failure) where failure.kind == .missing:
      return [.note("Post \(id) is not here. It may have been deleted.", isError: true)]
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let posts):
      guard let post = posts.last else { return [] }
      return [
        .send(.find(.ended)), .send(.list(.linkedPostFound(post, below: posts.dropLast().last))),
      ]
    }
  }
}

extension FocusStack {
  /// Lets the user choose a link of the selected post; a single one is taken at once.
  ///
  /// - Parameters:
  ///   - command: the name of the user's own command that gets it; nil to open it.
  ///   - digit: the digit of its number in the open text that was typed; nil for none. It alone opens nothing: the
  ///     user may want the tab of that number.
  /// - Returns: the effects to run.
  fileprivate mutating func chooseLink(
    for command: String? = nil, beginningWith digit: Int? = nil, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let post = surroundings.selectedPost else { return [] }
    var (choice, effects): (LinkChoice?, [Effect]) = (nil, [])
    func chosen(_ address: String) -> Action {
      LinkChoice.action(for: address, of: post.id, command)
    }
    let text = surroundings.openText
    if let digit {
      guard let text else { return [] }
      choice = LinkChoice(text, versions: post.service?.versions, digit: digit)
    } else if let link = post.facts.link, text?.links.count ?? 0 < 2 {
      let recordings = post.facts.recordings
      guard !recordings.isEmpty else { return [.send(chosen(link))] }
      choice = LinkChoice(recordings: recordings, page: link)
    } else {
      (choice, effects) = LinkChoice.begin(
        surroundings.list.bodies[post.id], versions: post.service?.versions,
        opener: surroundings.keyLabel(.list(.cardPressed)), chosen)
    }
    guard var choice else { return effects }
    (choice.post, choice.command) = (post.id, command)
    if let picture = post.imageURL, let words = post.pictureWords {
      choice.name(picture: picture, words)
    }
    for link in choice.links {
      choice.titles[link] =
        BodyLink.number(of: link)
        .flatMap { surroundings.lists.knownPost($0) }?.headline
    }
    replace(with: choice)
    return [.send(.noteEnded)]
  }
}

extension ListsState {
  /// Shows a post, open, on a level of its own, from which the user comes back; a thread that has it selects it.
  ///
  /// The level has the replies to its parent; for a post at the top level, its own replies.
  mutating func open(_ post: Post, below parent: Post?, _ context: Context) -> [Effect] {
    if list.isThread, let index = list.index(of: post.id) {
      unfold(to: post.id, isWhole: true, context)
      return select(index, context)
    }
    switch post.template {
    case .query: return goDown(to: .results(query: post.id), of: post, context)
    case .profile:
      return goDown(to: .profile(email: post.authorEmail ?? ""), of: nil, context)
    case .post, .other: break
    }
    guard let parent else {
      return goDown(to: .children(of: post.id), of: post, context.withThreads)
    }
    let effects = goDown(to: .children(of: parent.id), of: parent, context)
    guard !list.isThread else {
      seek(post.id)
      return effects
    }
    return effects + [.send(.list(.openWanted(post.id)))]
  }
}
