import FireflyCore

/// A server or source to which the user can go.
package struct Place: Hashable, Sendable {
  /// What `--server` takes; empty for the user's own server.
  package let id: String
  /// The name.
  package let name: String
  /// What is known about it: the account, or what was new when the user left.
  package let detail: String
  /// Whether the user has not been there.
  package let isNew: Bool

  /// Creates a place.
  package init(id: String, name: String, detail: String, isNew: Bool = false) {
    (self.id, self.name, self.detail, self.isNew) = (id, name, detail, isNew)
  }
}

/// An event of the list of places.
package enum PlaceAction: Hashable, Sendable {
  /// The list was requested.
  case pressed
  /// Going to a place was requested.
  case chosen(String)
  /// Going back to the place before was requested.
  case backPressed
}

/// An effect of the list of places.
package enum PlaceEffect: Hashable, Sendable {
  /// Begin a session at a place.
  case go(String)
  /// Begin a session at the place before.
  case goBack
  /// Start the session here again, for another account, and then handle some actions.
  case beginAgain([Action])
  /// Begin a session as another account, here or on its server.
  case useAccount(AccountID)
}

extension AppState {
  mutating func reducePlaces(_ action: PlaceAction) -> [Effect] {
    switch action {
    case .pressed:
      // A habit leads back and forth, and to no place on the web where one has not been.
      let first = places.firstIndex { $0.id != currentPlace.id && !$0.isNew } ?? 0
      focus.replace(with: ActionPalette(places: placeItems, selected: first))
      note = nil
      return []
    case .chosen(let id):
      guard id != currentPlace.id else { return [.note("You are there.", inList: true)] }
      return leave(.go(id), again: "Go there again to leave")
    case .backPressed: return leave(.goBack, again: "Press \(keyName("back")) again to leave")
    }
  }

  /// The places as lines of a list.
  var placeItems: [ActionPalette.Item] {
    places.map { place in
      ActionPalette.Item(
        name: place.name, help: place.id == currentPlace.id ? "you are here" : place.detail,
        keys: [], action: .places(.chosen(place.id)), terms: place.id)
    }
  }

  /// Leaves this place, but warns first of what is under way, as quitting does.
  mutating func leave(_ effect: PlaceEffect, again: String) -> [Effect] {
    warnOfLeaving(again: again) ?? [.places(effect)]
  }

  /// Warns once of what is under way; nil if nothing is, or the user was warned.
  mutating func warnOfLeaving(again: String) -> [Effect]? {
    guard let words = warningOfLeaving(again: again), warnedOf != underway else { return nil }
    warnedOf = underway
    return [.note(words, isError: true)]
  }

  /// What would end if the user left.
  var underway: Underway {
    Underway(sending: Set(writing.sending.keys), commands: commands.running)
  }

  /// What becomes of a post that is still being saved, or of a command that runs, if the user leaves; nil for neither.
  package func warningOfLeaving(again: String) -> String? {
    if let sent = writing.sending.values.first {
      let title = sent.words.label.shortened(to: 40)
      return "“\(title)” is still being saved. \(again); it is kept as a draft."
    }
    return commands.running.first.map { "“\($0)” is still running. \(again), which ends it." }
  }

  /// Number of new posts that are known; nil if none are counted.
  package var newPosts: Int? { readMarks.marks == nil ? nil : unreadCount }

  /// Whether the place has answered.
  package var hasAnswered: Bool { lists.hasAnswered }

  /// The state of a session at another place, with the same screen and settings.
  package var renewed: AppState {
    var state = AppState(size: size, abilities: abilities, settings: settings)
    (state.background, state.epoch, state.isSpoken) = (background, epoch, isSpoken)
    return state
  }
}

/// Posts that are being saved, and commands that run.
struct Underway: Equatable, Sendable {
  let sending: Set<DraftTarget>
  let commands: [String]
}

/// Where the session is, and where it came from.
package struct CurrentPlace: Hashable, Sendable {
  /// What `--server` takes; empty for the user's own server.
  package var id: String
  /// The name of the place before, to which going back at the top leads; nil for none.
  package var before: String?

  /// Creates a value.
  package init(id: String = "", before: String? = nil) { (self.id, self.before) = (id, before) }
}

extension ActionPalette.Item {
  /// A place by its address, as `--server` takes it.
  static func place(_ address: String) -> Self {
    Self(name: address, help: "go to this address", keys: [], action: .places(.chosen(address)))
  }
}
