import FireflyCore
import FireflyModel
import FireflyScreen

/// What the user has muted by a key or in the menu, and which branches they have silenced or follow.
struct MuteState: Equatable, Sendable {
  /// People, by lower-case e-mail or name.
  private(set) var people: Set<String> = []
  private(set) var words: [String] = []
  private(set) var branches = MarkedBranches()
  /// What is said when a change is stored.
  private var sentences: [MuteChange: String] = [:]

  /// Creates what was stored.
  init(
    people: Set<String> = [], words: [String] = [], branches: MarkedBranches = MarkedBranches()
  ) {
    (self.people, self.words, self.branches) = (people, words, branches)
  }

  mutating func reduce(_ action: MuteAction, in surroundings: Surroundings) -> [Effect] {
    let closing = Effect.send(.menu(.closed))
    switch action {
    case .pressed: return offer(surroundings)
    case .branchPressed(let kind, let isThread):
      return [closing] + mark(kind, isThread: isThread, surroundings)
    case .authorPressed:
      guard let post = surroundings.mutedPost ?? surroundings.mutedProfile else { return [closing] }
      guard let person = post.mutedName, !surroundings.account.owns(post) else {
        return [closing, .note("This is yours.", inList: true)]
      }
      let (name, isMuted) = (post.byline ?? person, people.contains(person))
      return [closing]
        + store(
          .person(person, isMuted: !isMuted),
          said: isMuted
            ? "\(name) is shown again." : "\(name) is muted: Enter opens their posts.",
          undone: isMuted ? "\(name) is muted again." : "\(name) is shown again.", surroundings)
    case .wordsPressed:
      let words = surroundings.mutedPost?.wordsToMute ?? []
      return [closing, .send(.palette(.wordsOffered(words)))]
    case .wordPressed(let word):
      let isMuted = words.contains { $0.lowercased() == word.lowercased() }
      let (shown, muted) = ("“\(word)” is shown again.", "“\(word)” is muted")
      return store(
        .words(word, isMuted: !isMuted), said: isMuted ? shown : muted + ".",
        undone: isMuted ? muted + " again." : shown, surroundings)
    case .linksFound(let links):
      branches.keep(links)
      return [.mute(.storeLinks(links))]
    case .response(let change, .failure(let failure)):
      sentences[change] = nil
      return [.note(failure.sentence, isError: true)]
    case .response(let change, .success(let list)):
      let sentence = sentences.removeValue(forKey: change)
      return replace(by: list) + (sentence.map { [.note($0, inList: true)] } ?? [])
    }
  }

  /// Stores a change, which can be undone.
  ///
  /// - Parameters:
  ///   - said: what is said when it is stored.
  ///   - undone: what is said when it is undone.
  ///   - surroundings: what else is known.
  mutating func store(
    _ change: MuteChange, said: String, undone: String, _ surroundings: Surroundings
  ) -> [Effect] {
    sentences[change] = said + surroundings.keySentence(.moving(.undoPressed), "undoes it.")
    var links: [Post.ID: Post.ID] = [:]
    if case .branch(let change) = change {
      let index = surroundings.readMarks.index
      links = index.links(below: branches.tops.union([change.top]))
    }
    let undoing = Effect.mute(.store(change.undone, links: links))
    return [
      .send(.moving(.undoable(undoing, note: undone))), .mute(.store(change, links: links)),
    ]
  }

  private func wordsOrPeopleChanged(isMore: Bool) -> [Effect] {
    (isMore ? [.send(.thread(.foldsOutdated))] : []) + [.send(.readMarks(.muteChanged))]
  }

  private mutating func replace(by list: MuteList) -> [Effect] {
    switch list {
    case .people(let new):
      let isMore = !Set(new).isSubset(of: people)
      people = Set(new)
      return wordsOrPeopleChanged(isMore: isMore)
    case .words(let new):
      let isMore = !Set(new).isSubset(of: words)
      words = new
      return wordsOrPeopleChanged(isMore: isMore)
    case .branches(let new):
      let (old, silenced) = (Set(branches.silenced), Set(new.silenced))
      branches = new
      let (added, removed) = (silenced.subtracting(old), old.subtracting(silenced))
      return [
        .send(.thread(.branchesSilenced(added, shown: removed))),
        .send(.readMarks(.branchesMarked(new, isMoreNew: !removed.isEmpty))),
      ]
    }
  }
}

extension Surroundings {
  /// The selected post, if it can be muted.
  var mutedPost: Post? {
    selectedPost.flatMap { $0.isLocal || $0.isUnsaved || $0.template != .post ? nil : $0 }
  }

  /// The selected profile, where people can be muted.
  var mutedProfile: Post? {
    selectedPost.flatMap { $0.template == .profile && site.offers(.people) ? $0 : nil }
  }
}

extension Post {
  /// Number of words of a post that are offered, and the letters that each has at least.
  private static let (offered, shortest) = (200, 4)

  /// English words of so many letters that say nothing of what a post is about.
  private static let emptyWords = Set(
    """
    about after again also because been before being both could does doing down during each even ever every from have \
    here into just like made make many more most much never only other over same should some such than that their them \
    then there these they this those through under until very want were what when where which while will with would \
    your
    """.split(separator: " "))

  /// Its words, each once, in order, without those of addresses.
  fileprivate var wordsToMute: [String] {
    var seen = Self.emptyWords
    let text = [title, stated == nil ? summary : "", String(body.prefix(4_000))]
      .joined(separator: " ")
    var found: [String] = []
    for part in text.split(whereSeparator: { $0.isWhitespace || "()<>[]".contains($0) })
      .filter({ !$0.contains("://") && !$0.hasPrefix("www.") && !$0.contains("@") })
      .flatMap({ $0.split { !$0.isLetter && !$0.isNumber && $0 != "-" } })
    where part.count >= Self.shortest && found.count < Self.offered {
      let word = part.lowercased()
      if seen.insert(word[...]).inserted { found.append(word) }
    }
    return found
  }
}

extension ActionPalette.Item {
  /// Words to mute.
  static func word(_ words: String) -> Self {
    Self(name: words, help: "", keys: [], action: .mute(.wordPressed(words)))
  }
}
