import FireflyCore
import FireflyScreen

// Silences and follows branches, and mutes people.
extension AppState {
  mutating func reduceMute(_ action: MuteAction, at now: Double) -> [Effect] {
    switch action {
    case .pressed: return askWhatToMute(at: now)
    case .branchPressed(let kind, let isThread):
      focus[Menu.self] = nil
      guard let post = mutedPost, let top = isThread ? threadTop(of: post) : post.id else {
        return []
      }
      if kind == .followed, let refusal = site.refusal(of: .follow) {
        return [.note(refusal.words, inList: true)]
      }
      let change = MarkedBranches.Change(
        top: top, kind: kind, isOn: !isMarked(top, as: kind))
      let headline = lists.knownPost(top)?.headline.shortened(to: 40)
      return store(
        change, name: headline.map { "“\($0)”" } ?? (isThread ? "The thread" : "The branch"))
    case .authorPressed:
      focus[Menu.self] = nil
      guard let post = mutedPost else { return [] }
      guard let person = post.mutedName, !account.owns(post) else {
        return [.note("This is yours.", inList: true)]
      }
      return [.send(.mute(.personPressed(person, name: post.byline ?? person)))]
    case .personPressed(let person, let name):
      let isMuted = mutedPeople.contains(person)
      let said = isMuted ? "\(name) is shown again." : "\(name) is muted: Enter opens their posts."
      record(
        isMuted ? "\(name) is muted again." : "\(name) is shown again.",
        .store(person, isMuted: isMuted, said: ""))
      return [.mute(.store(person, isMuted: !isMuted, said: said + undoHint))]
    case .response(.success(let people), let sentence):
      mutedPeople = people
      return said(sentence)
    case .wordsPressed:
      focus[Menu.self] = nil
      let words = mutedPost.map { Self.words(of: $0) } ?? []
      focus.replace(with: ActionPalette(mutable: words.map { .word($0) }))
      note = nil
      return []
    case .wordPressed(let words):
      let isMuted = mutedWords.contains { $0.lowercased() == words.lowercased() }
      let said = isMuted ? "“\(words)” is shown again." : "“\(words)” is muted."
      let undone = isMuted ? "“\(words)” is muted again." : "“\(words)” is shown again."
      record(undone, .storeWord(words, isMuted: isMuted, said: ""))
      return [.mute(.storeWord(words, isMuted: !isMuted, said: said + undoHint))]
    case .wordsResponse(.success(let words), let sentence):
      let new = Set(words).subtracting(mutedWords)
      mutedWords = words
      if !new.isEmpty { lists.list.checkedForFold = [] }
      return said(sentence)
    case .response(.failure(let failure), _), .branchesResponse(.failure(let failure), _),
      .wordsResponse(.failure(let failure), _):
      return [.note(failure.sentence, isError: true)]
    case .branchesResponse(.success(let new), let sentence):
      return branchesChanged(to: new, at: now) + said(sentence)
    }
  }

  private func said(_ sentence: String?) -> [Effect] {
    sentence.map { $0.isEmpty ? [] : [.note($0, inList: true)] } ?? []
  }

  /// Records what undoes a change, and the note about the undoing.
  private mutating func record(_ note: String, _ undoing: MuteEffect) {
    undoStack.record(.marking(.init(changes: [], note: note, effect: .mute(undoing))))
  }

  private var undoHint: String { keyLabel("undo").map { " \($0) undoes it." } ?? "" }

  /// The selected post, if it can be muted.
  private var mutedPost: Post? {
    selectedPost.flatMap { $0.isLocal || $0.isUnsaved || $0.template != .post ? nil : $0 }
  }

  /// What is muted: by the configuration, in the menu, and as branches.
  var muted: Muted {
    settings.muted.adding(mutedPeople, words: mutedWords, branches: branches)
  }

  /// Sets what is muted, before the program starts.
  public mutating func beginMuted(
    _ people: Set<String>, words: [String], branches: MarkedBranches
  ) {
    (mutedPeople, mutedWords) = (people, words)
    setBranches(branches)
  }

  private mutating func setBranches(_ new: MarkedBranches) {
    branches = new
    readMarks.index.learn(new)
  }

  // MARK: Branches

  private func isMarked(_ top: Post.ID, as kind: MarkedBranches.Kind) -> Bool {
    (kind == .silenced ? branches.silenced : branches.followed).contains(top)
  }

  /// Returns the first post of the thread of a post, as far as it is known.
  private func threadTop(of post: Post) -> Post.ID? {
    let root = current.navigator.levels.lazy.compactMap { level -> Post.ID? in
      if case .children(let id) = level.destination { id } else { nil }
    }.first
    return post.ancestors?.last?.id ?? readMarks.index.ancestors(of: post.id).last ?? root
      ?? post.id
  }

  private func sentence(
    of change: MarkedBranches.Change, name: String, hints: Bool
  ) -> String {
    let words =
      switch (change.kind, change.isOn) {
      case (.silenced, true): "\(name) is silenced: nothing in it is new."
      case (.silenced, false): "\(name) is no longer silenced."
      case (.followed, true):
        "\(name) is followed: \(keyName("answers")) has the new replies."
      case (.followed, false): "\(name) is no longer followed."
      }
    return hints ? words + undoHint : words
  }

  private mutating func store(_ change: MarkedBranches.Change, name: String) -> [Effect] {
    let tops = branches.tops.union([change.top])
    let links = readMarks.index.links(below: tops)
    let undone = sentence(of: change.undone, name: name, hints: false)
    record(undone, .storeBranch(change.undone, links: links, said: ""))
    let said = sentence(of: change, name: name, hints: true)
    return [.mute(.storeBranch(change, links: links, said: said))]
  }

  private mutating func branchesChanged(to new: MarkedBranches, at now: Double) -> [Effect] {
    let (old, context) = (Set(branches.silenced), context(at: now))
    setBranches(new)
    let silenced = Set(new.silenced)
    // Folded again, or shown.
    lists.list.checkedForFold.subtract(silenced.subtracting(old))
    for id in old.subtracting(silenced) { lists.unfold(to: id, isWhole: true, context) }
    readMarks.answers.formUnion(readMarks.index.posts.filter(isFollowed))
    // What was silenced may be new.
    return old.isSubset(of: silenced) ? [] : reloadReadMarks
  }

  /// Returns whether a post is in a branch with a mark.
  func isMarked(_ id: Post.ID, below parent: Post.ID?, as kind: MarkedBranches.Kind) -> Bool {
    let tops = kind == .silenced ? branches.silenced : branches.followed
    guard !tops.isEmpty else { return false }
    let above = parent.map { [$0] + readMarks.index.ancestors(of: $0) } ?? []
    return !Set(tops).isDisjoint(with: [id] + above + readMarks.index.ancestors(of: id))
  }

  private func isFollowed(_ id: Post.ID) -> Bool { isMarked(id, below: nil, as: .followed) }

  /// Maximum number of replies in followed branches that stand among those to the user.
  private static let maximumFollowed = 30

  /// The newest replies in followed branches.
  public var followedReplies: [Post.ID] {
    let tops = branches.followed
    guard !tops.isEmpty, site.can(.follow) else { return [] }
    let known = readMarks.index.posts.union(branches.parents.keys)
    return Array(
      known.sorted(by: >).lazy.filter { !tops.contains($0) && isFollowed($0) }
        .prefix(Self.maximumFollowed))
  }

  /// Learns which posts that have come are in marked branches: replies in followed ones count as replies to
  /// the user.
  ///
  /// - Parameters:
  ///   - ids: the posts.
  ///   - tells: whether the terminal reports new ones.
  /// - Returns: the effects to run.
  mutating func learnBranches(of ids: some Sequence<Post.ID>, tells: Bool = false) -> [Effect] {
    let tops = branches.tops
    guard !tops.isEmpty else { return [] }
    let links = readMarks.index.links(of: ids, below: tops)
      .filter { branches.parents[$0.key] != $0.value }
    branches.keep(links)
    let new = readMarks.index.posts.subtracting(readMarks.answers).filter(isFollowed)
    readMarks.answers.formUnion(new)
    let isTold = tells && !new.isEmpty && settings.notify && !badges.watch.isFocused
    return (links.isEmpty ? [] : [.mute(.storeLinks(links))])
      + (isTold ? [.terminal(.notify("A thread that you follow has a reply."))] : [])
  }

  // MARK: The list of choices

  private mutating func askWhatToMute(at now: Double) -> [Effect] {
    guard let post = mutedPost else {
      return selectedPost == nil ? [] : [.note("This can't be muted.", inList: true)]
    }
    let cards = lists.restingLayout(context(at: now))
    let index = list.index(of: post.id) ?? 0
    let row = (cards.top(of: index) - current.position.scroll) / ScreenLayout.pointsPerRow
    let point = Point(
      x: layout.cardX + layout.indent, y: layout.list.y + max(0, Int(row.rounded())) + 1)
    focus.replace(with: Menu(muteItems(of: post), at: point, selected: 0, bindings: .mute))
    note = nil
    return []
  }

  /// Returns what can be muted, silenced or followed of a post.
  private func muteItems(of post: Post) -> [Menu.Item] {
    func branch(_ kind: MarkedBranches.Kind, isThread: Bool) -> Menu.Item {
      let isOn = isMarked(isThread ? threadTop(of: post) ?? post.id : post.id, as: kind)
      let what = isThread ? "thread" : "branch"
      let title =
        switch (kind, isOn) {
        case (.silenced, false): "Silence this \(what)"
        case (.silenced, true): "No longer silence this \(what)"
        case (.followed, false): "Follow this \(what)"
        case (.followed, true): "No longer follow this \(what)"
        }
      let binding = (kind == .silenced ? "silence-" : "follow-") + what
      return Menu.Item(
        title: title, binding: binding, action: .mute(.branchPressed(kind, isThread: isThread)))
    }
    let isTop = threadTop(of: post) == post.id
    let kinds = site.can(.follow) ? [MarkedBranches.Kind.silenced, .followed] : [.silenced]
    let branches = kinds.map { kind in
      (isTop ? [] : [branch(kind, isThread: false)]) + [branch(kind, isThread: true)]
    }
    let words = Menu.Item(title: "Mute words…", binding: "mute-words", action: .mute(.wordsPressed))
    let others = [muteItem(post), words, shownAgain(post)].compactMap(\.self)
    return branches[0] + others + branches.dropFirst().flatMap(\.self)
  }

  /// The item that shows posts with the word again for which a post is folded; nil for none.
  private func shownAgain(_ post: Post) -> Menu.Item? {
    guard let word = muted.reason(for: post), mutedWords.contains(word) else { return nil }
    return Menu.Item(
      title: "Show “\(word.shortened(to: 30))” again", binding: "mute-words",
      action: .mute(.wordPressed(word)))
  }

  /// Number of words of a post that are offered, and the letters that each has at least.
  private static let (offered, shortest) = (200, 4)

  /// Returns the words of a post, each once, in order.
  private static func words(of post: Post) -> [String] {
    var seen: Set<String> = []
    let text = [post.title, post.summary, String(post.body.prefix(4_000))].joined(separator: " ")
    var found: [String] = []
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" })
    where part.count >= shortest && found.count < offered {
      let word = part.lowercased()
      if seen.insert(word).inserted { found.append(word) }
    }
    return found
  }

  /// The item of the menu that mutes the author of a post; nil for the user's own posts.
  func muteItem(_ post: Post) -> Menu.Item? {
    guard let person = post.mutedName, !account.owns(post), !post.isLocal,
      !settings.muted.people.contains(person)
    else { return nil }
    let title = mutedPeople.contains(person) ? "Show this person again" : "Mute this person"
    return Menu.Item(title: title, binding: "mute-person", action: .mute(.authorPressed))
  }
}

extension ActionPalette.Item {
  /// Words to mute.
  static func word(_ words: String) -> Self {
    Self(name: words, help: "", keys: [], action: .mute(.wordPressed(words)))
  }
}
