import FireflyCore
import FireflyModel

/// The person about whom the user is asked, and the changes that the service has not confirmed yet.
struct PeopleState: Equatable, Sendable {
  /// The person about whom the menu asks, with their relation; nil before the first question.
  private(set) var asked: Post?
  /// Whose relation is being changed: no second change is sent before the answer.
  private(set) var pending: Set<Post.ID> = []
  /// The changes of each person that can be undone, the last one last.
  private(set) var steps: [Post.ID: [Relation.Change]] = [:]

  /// Whether the service has not answered yet.
  var isBusy: Bool { !pending.isEmpty }

  mutating func reduce(_ action: PersonAction, in surroundings: Surroundings) -> [Effect] {
    let closing = Effect.send(.menu(.closed))
    switch action {
    case .pressed: return [closing] + begin(surroundings)
    case .loaded(let id, .success(let profile?)):
      guard surroundings.isListInFront, surroundings.selectedPost?.id == id else { return [] }
      return offer(profile, at: id, surroundings)
    case .loaded(_, .success(nil)): return [.note("Nobody is known by this name.", isError: true)]
    case .loaded(_, .failure(let failure)): return failed(failure, surroundings)
    case .followPressed:
      return [closing] + changeAsked { $0.isFollowed || $0.isAsked ? .unfollow : .follow }
    case .requestAnswered(let isAccepted):
      return [closing]
        + (asked?.facts.relation?.asksUser == true
          ? changeAsked { _ in isAccepted ? .accept : .refuse } : [])
    // A key can be pressed without its row.
    case .boostsPressed where asked?.facts.relation?.isFollowed != true,
      .mutePressed where asked?.facts.relation?.isMuted == nil:
      return [closing]
    case .boostsPressed: return [closing] + changeAsked { .boosts(!$0.showsBoosts) }
    case .mutePressed:
      guard let asked, asked.facts.relation?.isMuted == false else {
        return [closing] + changeAsked { _ in .unmute }
      }
      return [closing, askToMute(asked.person, withNotices: true, surroundings)]
    case .noticesChosen(let person, let withNotices):
      return [askToMute(person, withNotices: withNotices, surroundings, selecting: 1)]
    case .blockPressed:
      guard let asked, asked.facts.relation?.isBlocked == false else {
        return [closing] + changeAsked { _ in .unblock }
      }
      return [closing, askToBlock(asked.person, surroundings)]
    case .undoPressed(let person, let change):
      guard steps[person.profile]?.last == change, let undone = change.undone else {
        return [
          undone(change, of: person),
          .note("You have changed this since: nothing to undo.", inList: true),
        ]
      }
      return [.send(.person(.accepted(person, undone)))]
    case .accepted(let person, let change):
      guard pending.insert(person.profile).inserted else {
        return [.note("\(surroundings.site.name) has not answered yet.", inList: true)]
      }
      return [.person(.relate(person, change))]
    case .response(let person, let change, let response):
      pending.remove(person.profile)
      switch response {
      case .success(let profile): return answered(profile, person, change, surroundings)
      case .failure(let failure) where failure.mayHaveArrived:
        let words = "\(surroundings.site.name) did not confirm this. \(failure.sentence)"
        // It may hold: then it can be taken back.
        let (isUndoable, effects) = record(change, of: person)
        let undo =
          isUndoable ? surroundings.keySentence(.moving(.undoPressed), "takes it back.") : ""
        return effects + [
          .note("\(words) Look at \(person.name)'s profile again.\(undo)", isError: true)
        ]
      case .failure(let failure): return failed(failure, surroundings)
      }
    }
  }

  /// Asks what to do with the selected person, or the author of the selected post.
  private func begin(_ surroundings: Surroundings) -> [Effect] {
    if let refusal = surroundings.site.refusal(of: .people) {
      guard refusal.way != nil else { return [.note(refusal.words, inList: true)] }
      return surroundings.effects(of: refusal, for: .person(.pressed))
    }
    guard let post = surroundings.selectedPost, !post.isLocal, !post.isUnsaved,
      let handle = post.authorEmail, !handle.isEmpty, post.template != .query,
      // A list of people is none of them.
      post.template != .profile || post.facts.kind == nil
    else { return [.note("This is no person, and by none.", inList: true)] }
    if surroundings.account.owns(post) { return [.note("This is you.", inList: true)] }
    return [.person(.load(handle: handle, at: post.id))]
  }

  /// Offers what can be done with a person.
  private mutating func offer(
    _ profile: Post, at id: Post.ID, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let relation = profile.facts.relation else {
      let name = surroundings.site.name
      return [
        .note("\(name) does not say how you and \(profile.person.name) stand.", isError: true)
      ]
    }
    guard !relation.isUser else { return [.note("This is you.", inList: true)] }
    asked = profile
    let items = items(for: profile, relation, surroundings)
    return [
      .send(.list(.postChanged(profile))), .send(.menu(.offered(items, below: id, .people))),
    ]
  }

  private func items(
    for profile: Post, _ relation: Relation, _ surroundings: Surroundings
  ) -> [Menu.Item] {
    let place = surroundings.site.name.shortened(to: 30)
    func item(_ title: String, _ action: PersonAction) -> Menu.Item {
      Menu.Item(title: title, action: .person(action))
    }
    let follow =
      relation.isFollowed
      ? "No longer follow on \(place)"
      : relation.isAsked ? "No longer ask to follow on \(place)" : "Follow on \(place)"
    let boosts = relation.showsBoosts ? "Hide their boosts in home" : "Show their boosts in home"
    let mute = relation.isMuted.map { $0 ? "No longer mute on \(place)" : "Mute on \(place)…" }
    let block = relation.isBlocked ? "No longer block on \(place)" : "Block on \(place)…"
    let here = surroundings.mute.item(forAuthorOf: profile, surroundings)
    let requests =
      relation.asksUser
      ? [
        item("Accept their request to follow", .requestAnswered(true)),
        item("Refuse their request", .requestAnswered(false)),
      ] : []
    return requests
      + [
        item(follow, .followPressed),
        relation.isFollowed ? item(boosts, .boostsPressed) : nil,
        mute.map { item($0, .mutePressed) },
        item(block, .blockPressed), here,
      ].compactMap(\.self)
  }

  /// Makes a change of the person about whom the menu asks.
  private func changeAsked(_ change: (Relation) -> Relation.Change) -> [Effect] {
    guard let asked, let relation = asked.facts.relation else { return [] }
    return [.send(.person(.accepted(asked.person, change(relation))))]
  }

  private func askToMute(
    _ person: PersonAction.Person, withNotices: Bool, _ surroundings: Surroundings,
    selecting selected: Int = 0
  ) -> Effect {
    func button(_ title: String, _ seconds: Int?) -> Dialog.Button {
      Dialog.Button(
        title: title,
        action: .person(.accepted(person, .mute(seconds: seconds, withNotices: withNotices))))
    }
    let sign = withNotices ? "[x]" : "[ ]"
    return .send(
      .dialog(
        .asked(
          Dialog(
            "Mute \(person.name) on \(surroundings.site.name)?",
            detail: "You see none of their posts there, on all your devices. They are not told.",
            [
              Dialog.Button(title: "Cancel", action: nil),
              Dialog.Button(
                title: "\(sign) notices, too",
                action: .person(.noticesChosen(person, withNotices: !withNotices))),
              button("For a day", 86_400), button("For a week", 604_800), button("For good", nil),
            ], selecting: selected))))
  }

  private func askToBlock(_ person: PersonAction.Person, _ surroundings: Surroundings) -> Effect {
    .send(
      .dialog(
        .asked(
          Dialog(
            "Block \(person.name) on \(surroundings.site.name)?",
            detail: """
              You and they no longer see each other's posts there, and no longer follow each other. If you end the \
              block, that you followed each other does not come back.
              """,
            typing: .dropped,
            [
              Dialog.Button(title: "Cancel", action: nil),
              Dialog.Button(title: "Block", action: .person(.accepted(person, .block))),
            ]))))
  }

  /// Shows what holds now, says it, and lets it be undone.
  private mutating func answered(
    _ profile: Post, _ person: PersonAction.Person, _ change: Relation.Change,
    _ surroundings: Surroundings
  ) -> [Effect] {
    let relation = profile.facts.relation
    var words = change.sentence(of: person.name, on: surroundings.site.name, relation)
    var effects: [Effect] = [.send(.list(.postChanged(profile)))]
    guard relation.map(change.isDone) == true else { return effects + [.note(words, inList: true)] }
    if let last = steps[person.profile]?.last, last.undone == change {
      steps[person.profile]?.removeLast()
      effects.append(undone(last, of: person))
    } else if case let (true, recorded) = record(change, of: person) {
      effects += recorded
      words += surroundings.keySentence(.moving(.undoPressed), "undoes it.")
    } else if change != .boosts(true) {
      // What was done before would no longer be taken back, but done anew.
      steps[person.profile] = nil
    }
    if let author = profile.authorEmail {
      switch change {
      case .mute, .block: effects.append(.send(.list(.authorLeft(author))))
      case .unmute, .unblock: effects.append(.send(.list(.authorReturned(author))))
      default: break
      }
    }
    return effects + [.note(words, inList: true)]
  }

  /// Lets a change be undone.
  ///
  /// - Returns: whether it can be; one that was repeated is undone once, and what undoes another one stays as it is.
  private mutating func record(
    _ change: Relation.Change, of person: PersonAction.Person
  ) -> (isUndoable: Bool, [Effect]) {
    let last = steps[person.profile]?.last
    guard change.undone != nil, change != .boosts(true), last?.undone != change else {
      return (false, [])
    }
    guard last != change else { return (true, []) }
    steps[person.profile, default: []].append(change)
    return (
      true,
      [.send(.moving(.undoable(.send(.person(.undoPressed(person, of: change))), note: nil)))]
    )
  }

  /// Tells that a change is undone, or can no longer be.
  private func undone(_ change: Relation.Change, of person: PersonAction.Person) -> Effect {
    .send(.moving(.undone(by: .send(.person(.undoPressed(person, of: change))))))
  }

  private func failed(_ failure: LoadFailure, _ surroundings: Surroundings) -> [Effect] {
    switch failure.kind {
    case .signedOut: return [.send(.signIn(.needed(for: .person(.pressed))))]
    case .signInAgain:
      let key = surroundings.keyLabel(.signIn(.pressed)).map { " (\($0))." } ?? "."
      return [.note(failure.sentence.dropLast() + key, isError: true)]
    default: return [.note(failure.sentence, isError: true)]
    }
  }
}

extension Post {
  /// The person of a profile.
  fileprivate var person: PersonAction.Person {
    PersonAction.Person(profile: id, name: title.shortened(to: 40))
  }
}
