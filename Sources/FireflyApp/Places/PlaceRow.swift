import FireflyCore
import FireflyModel

/// A line of the list of servers and sources to which the user can go: an address, and what is said of it.
package struct PlaceRow: Hashable, Sendable {
  /// What `--server` takes; empty for the user's own server.
  package let id: String
  /// The name.
  package let name: String
  /// What is known about it: the account, or what was new when the user left.
  package let detail: String
  /// Whether the user has not been there.
  package let isNew: Bool
  /// What is asked before one can go there; nil for a place of one address.
  package let question: Question?

  /// A question for the rest of an address.
  package struct Question: Hashable, Sendable {
    /// What stands before the answer, such as `mastodon:`.
    package let start: String
    /// The question, without its end: “your instance, such as …”.
    package let words: String
    /// Whether the answer is the path of a file or folder to import.
    let isPath: Bool

    /// Creates a question.
    package init(start: String, words: String, isPath: Bool = false) {
      (self.start, self.words, self.isPath) = (start, words, isPath)
    }

    /// Returns the address for an answer; the answer may be a whole address.
    func address(_ answer: String) -> String { answer.hasPrefix(start) ? answer : start + answer }
  }

  /// Creates a place.
  package init(
    id: String, name: String, detail: String, isNew: Bool = false, question: Question? = nil
  ) {
    (self.id, self.name, self.detail, self.isNew) = (id, name, detail, isNew)
    self.question = question
  }

  /// The name without the kind of the place and how it is reached: two places of one kind differ at its end.
  var host: String {
    if let scheme = name.ranges(of: "://").first { return String(name[scheme.upperBound...]) }
    let parts = name.split(separator: ":", maxSplits: 1)
    let isKind = parts.count == 2 && !parts[0].contains(".")
    return isKind && parts[1].contains { $0.isLetter || $0 == "." } ? String(parts[1]) : name
  }

  /// What is on the disk, which becomes a part of the user's own server.
  package static let imported = PlaceRow(
    id: "import", name: "import …", detail: "a folder of notes, an mbox, OPML …", isNew: true,
    question: Question(start: "", words: "the path of a folder or file to import", isPath: true))

  /// A server of any address.
  package static let anyServer = PlaceRow(
    id: "server", name: "a server …", detail: "Firefly's, of a team or a friend", isNew: true,
    question: Question(start: "", words: "the address of a server, such as posts.example.org"))
}

/// An event of the list of places.
package enum PlaceAction: Hashable, Sendable {
  /// The list was requested.
  case pressed
  /// Going to a place was requested.
  case chosen(String)
  /// A place was requested whose address is asked for.
  case addressWanted(PlaceRow.Question)
  /// Going back to the place before was requested, by the key that undoes.
  case leftByUndo
  /// What the names of files begin with was found.
  case pathsFound(PathCompletion)
  /// Importing a file or folder was requested.
  case importWanted(path: String)
  /// A file or folder was imported: what came of it.
  case imported(Result<ImportedFile, LoadFailure>)
  /// Posts that had come were taken back, or not.
  case takenBack([Post.ID], Result<TakenBack, LoadFailure>)
  /// Leaving this place was requested; `again` is what the user does after a warning.
  case left(PlaceEffect, again: String)
}

/// An effect of the list of places.
package enum PlaceEffect: Hashable, Sendable {
  /// Begin a session at a place, where the user is led if there is something to show.
  case go(String, at: Arrival? = nil)
  /// Begin a session at the place before.
  case goBack
  /// Find names of files.
  case completePath(String)
  /// Import a file or folder into the user's own server, or follow the feeds of a file.
  case importFile(path: String)
  /// Take back posts that came to the user's own server by an import.
  ///
  /// `changed` is the number of posts that it has changed, which stay so.
  case takeBack([Post.ID], changed: Int = 0)
  /// Start the session here again, for another account, and then handle some actions.
  case beginAgain([Action])
  /// Begin a session as another account, here or on its server.
  case useAccount(AccountID)
}

/// The places where the user can go, and the one where the session is.
package struct PlacesState: Equatable, Sendable {
  /// The user's own server first, then the others, the last one first.
  package var all: [PlaceRow] = []
  /// Where the session is, as `--server` takes it; empty for the user's own server.
  package var here = ""
  /// The name of the place before, to which the key that undoes leads at the top; nil for none.
  package var before: String?
  /// The list with which the session began, from which that key leads there, too.
  var start: LevelID?
  /// Whether something is being imported.
  package var isImporting = false
  /// Where the user was when an import was requested here; nil without one.
  var importOrigin: Spot?
  /// The path that is imported.
  private var importPath = ""
  /// Where the session begins, if the user was led here; nil once it has.
  var arrival: Arrival?
  /// What was under way when the user was warned of leaving; nil without a warning.
  var warnedOf: Underway?

  mutating func reduce(_ action: PlaceAction, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .pressed:
      // A habit leads back and forth, and to no place on the web where one has not been.
      let first = all.firstIndex { $0.id != here && !$0.isNew } ?? 0
      return [.send(.palette(.placesOffered(selected: first)))]
    case .addressWanted(let question): return [.send(.palette(.addressAsked(question)))]
    case .chosen(let id):
      guard id != here else { return [.note("You are there.", inList: true)] }
      return leave(.go(id), again: "Go there again to leave", surroundings)
    case .leftByUndo:
      let key = surroundings.keyName(.moving(.undoPressed))
      return leave(.goBack, again: "Press \(key) again to leave", surroundings)
    case .pathsFound(let found): return [.send(.palette(.pathsFound(found)))]
    case .importWanted(let path):
      guard !isImporting else {
        return [.note("Another import is running. Try again when it is done.")]
      }
      (isImporting, importOrigin, importPath) = (true, surroundings.spot, path)
      return [.note("Importing \(path.shortened(to: 40))…"), .places(.importFile(path: path))]
    case .imported(.success(let file)): return imported(file, surroundings)
    case .imported(.failure(let failure)):
      isImporting = false
      let note = Effect.note("Not imported. \(failure.sentence)", isError: true)
      // A path that was mistyped is there to be corrected.
      guard importOrigin.take() == surroundings.spot, surroundings.isListInFront,
        let question = PlaceRow.imported.question
      else { return [note] }
      return [.send(.palette(.addressAsked(question, answer: importPath))), note]
    case .takenBack(let ids, .success(let taken)):
      let list: [Effect] =
        here.isEmpty
        ? [
          .send(.list(.pathPressed(depth: 0))), .send(.list(.postsTakenBack(taken.gone))),
          .send(.list(.refreshPressed)),
        ] : []
      return [
        .send(.moving(.undone(by: .places(.takeBack(ids, changed: taken.changed))))),
        .send(.keep(.takenBack(ids))),
      ] + list + [.note(taken.words)]
    case .takenBack(_, .failure(let failure)):
      return [.note("Not taken back. \(failure.sentence)", isError: true)]
    case .left(let effect, let again): return leave(effect, again: again, surroundings)
    }
  }

  /// Leaves this place, but warns first of what is under way, as quitting does.
  private mutating func leave(
    _ effect: PlaceEffect, again: String, _ surroundings: Surroundings
  ) -> [Effect] {
    warnOfLeaving(again: again, quits: false, surroundings) ?? [.places(effect)]
  }

  /// Warns once of what is under way; nil if nothing is, or the user was warned.
  mutating func warnOfLeaving(
    again: String, quits: Bool = true, _ surroundings: Surroundings
  ) -> [Effect]? {
    guard let words = surroundings.warningOfLeaving(again: again, quits: quits),
      warnedOf != surroundings.underway
    else { return nil }
    warnedOf = surroundings.underway
    return [.note(words, isError: true)]
  }

  /// Learns that the user has come to know a place: it is no longer offered as a new one.
  mutating func isKnown(_ id: String) {
    guard let index = all.firstIndex(where: { $0.id == id && $0.isNew }) else { return }
    let place = all.remove(at: index)
    all.insert(PlaceRow(id: id, name: place.name, detail: ""), at: min(1, all.count))
  }

  /// The places as lines of a list.
  var items: [ActionPalette.Item] {
    all.map { place in
      ActionPalette.Item(
        name: place.name, help: place.id == here ? "you are here" : place.detail,
        keys: [],
        action: .places(place.question.map { .addressWanted($0) } ?? .chosen(place.id)),
        terms: place.id, isHere: place.id == here, shortName: place.host)
    }
  }
}

extension Surroundings {
  /// What would end if the user left.
  var underway: Underway {
    Underway(
      sending: Set(self.writing.sending.keys), commands: self.commands.running,
      isImporting: self.places.isImporting, changesPeople: self.people.isBusy)
  }

  /// What becomes of a post that is still being saved, a command that runs, or an import, if the user leaves; nil for
  /// none.
  ///
  /// - Parameters:
  ///   - again: what the user does then.
  ///   - quits: whether the program ends: elsewhere an import goes on.
  package func warningOfLeaving(again: String, quits: Bool = true) -> String? {
    if let sent = self.writing.sending.values.first {
      let title = sent.words.label.shortened(to: 40)
      return "“\(title)” is still being saved. \(again); it is kept as a draft."
    }
    if let command = self.commands.running.first {
      return "“\(command)” is still running. \(again), which ends it."
    }
    if self.people.isBusy {
      return "\(site.name) has not confirmed yet what you did with a person. \(again) all the same."
    }
    return quits && self.places.isImporting
      ? "An import is still running. \(again); import it again then." : nil
  }
}

/// Posts that are being saved, commands that run, whether something is being imported, and people are followed or muted.
struct Underway: Equatable, Sendable {
  let sending: Set<DraftTarget>
  let commands: [String]
  let isImporting: Bool
  let changesPeople: Bool
}

extension ActionPalette.Item {
  /// A place by its address, as `--server` takes it.
  static func place(_ address: String) -> Self {
    Self(name: address, help: "go to this address", keys: [], action: .places(.chosen(address)))
  }

  /// A file or folder by its path.
  static func file(_ path: String) -> Self {
    Self(
      name: path, help: path.hasSuffix("/") ? "a folder" : "a file", keys: [],
      action: .places(.importWanted(path: path)))
  }

  /// What stands in the row.
  static func importing(_ path: String) -> Self {
    Self(name: path, help: "import it", keys: [], action: .places(.importWanted(path: path)))
  }
}

extension Surroundings {
  /// Whether the place is a feed by its address, beside those that the user follows.
  var isOneFeed: Bool { site.has(.subscriptions) && self.places.here != self.serverID.argument }
}
