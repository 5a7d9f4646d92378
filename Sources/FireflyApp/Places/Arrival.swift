import FireflyCore
import FireflyModel

/// Where a session begins if the user is led to a place: at the copy of a thread, or at what was imported.
package struct Arrival: Hashable, Sendable {
  /// The post that is selected there; nil for the list of feeds.
  package let post: Post.ID?
  /// What is said there.
  package let note: String
  /// The posts that came there, which can be taken back.
  var new: [Post.ID] = []
  /// Number of posts that were changed there, which stay so.
  var changed = 0
}

/// What came of an import.
package struct ImportedFile: Hashable, Sendable {
  /// It in sentences.
  package let words: String
  /// Where it is, as `--server` takes it; empty for the user's own server.
  package let place: String
  /// The topmost posts, the first one first; empty for feeds.
  package let roots: [Post.ID]
  /// The posts that were not there before.
  package let new: [Post.ID]
  /// Number of posts that were there before, and that were changed.
  package let changed: Int

  /// Creates a value.
  package init(
    words: String, place: String, roots: [Post.ID] = [], new: [Post.ID] = [], changed: Int = 0
  ) {
    (self.words, self.place, self.roots) = (words, place, roots)
    (self.new, self.changed) = (new, changed)
  }
}

extension PlacesState {
  /// Shows what was imported, unless the user went on meanwhile; else says where it is.
  mutating func imported(_ file: ImportedFile, _ surroundings: Surroundings) -> [Effect] {
    isImporting = false
    let isStill = importOrigin.take() == surroundings.spot && surroundings.isListInFront
    let isFeeds = !file.place.isEmpty
    let isHere = file.place == here
    let takeBack: [Effect] =
      file.new.isEmpty
      ? []
      : [.send(.moving(.undoable(.places(.takeBack(file.new, changed: file.changed)), note: nil)))]
    let stays =
      file.changed > 0
      ? "; what changed stays." : isFeeds ? "; the feeds stay." : "."
    let back = surroundings.keySentence(
      .moving(.undoPressed), (file.new.isEmpty ? "leads back" : "takes back what came") + stays)
    let list = Site.own(as: surroundings.account).name(of: .threads, in: .posts)
    let key = surroundings.keyName(.list(.audiencePressed))
    let others = Counted.words(file.roots.count - 1, "other is", "others are")
    let rest =
      file.roots.count < 2
      ? "" : " This is the first; the \(others) in the list of \(list) (\(key)), by date."
    let leave = isFeeds ? surroundings.keySentence(.moving(.deletePressed), "leaves one.") : ""
    // A narrow note is cut: what the key does comes first.
    let note = file.words + back + rest + leave
    guard isStill, isFeeds || !file.roots.isEmpty,
      isHere || surroundings.warningOfLeaving(again: "", quits: false) == nil
    else {
      guard isHere else {
        let name = all.first { $0.id == file.place }?.name ?? file.place
        let key = surroundings.keyName(.places(.pressed))
        return [.note("\(file.words) \(key), then “\(name)”, shows what came.")]
      }
      let place = isFeeds ? "" : " What came is in the list of \(list) (\(key)), by date."
      return takeBack + [
        .note(file.words + (takeBack.isEmpty ? "" : back) + place), .send(.list(.refreshPressed)),
      ]
    }
    guard isHere else {
      let arrival = Arrival(
        post: file.roots.first, note: note, new: file.new, changed: file.changed)
      return [.places(.go(file.place, at: arrival))]
    }
    let shown =
      file.roots.first.map { ListAction.pathWanted(to: $0, hasCome: true) }
      ?? .explorerPressed(.users)
    return [surroundings.stepBack] + takeBack + [
      .send(.list(.refreshPressed)), .send(.list(shown)), .note(note),
    ]
  }
}
