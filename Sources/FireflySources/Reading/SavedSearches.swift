import FireflyAPI
import FireflyCore
import Foundation
import Synchronization

/// What is kept of a source on this machine.
package struct KeptSource: Codable, Sendable {
  /// The ID of the source: files of other sources may have the same name.
  var source: String
  /// Newest first.
  var searches: [Post] = []
  /// Whose the searches are, where there are accounts; those of earlier versions are nobody's.
  var owners: [Post.ID: String]?
  var names: [String]?
  /// Up to where the first list was read, as this machine last knew it, by account.
  var marks: [String: String]?

  /// Whether somebody gets searches that nobody owns.
  fileprivate func isNew(to owner: KeptOwner) -> Bool {
    searches.contains { owner.gets(owners?[$0.id]) }
  }

  fileprivate mutating func adopt(by owner: KeptOwner) {
    for search in searches where owner.gets(owners?[search.id]) { own(search.id, by: owner) }
  }

  /// Says whose a search is.
  fileprivate mutating func own(_ id: Post.ID, by owner: KeptOwner) {
    if let text = owner.text { owners = (owners ?? [:]).merging([id: text]) { $1 } }
  }

  /// Removes the searches of an account; nil for those of all.
  ///
  /// What is kept of another source stays.
  package mutating func removeSearches(of owner: KeptOwner?, on source: SiteID) {
    guard source.description == self.source else { return }
    searches.removeAll { search in owner.map { $0.owns(owners?[search.id]) } ?? true }
    let left = Set(searches.map(\.id))
    owners = owners?.filter { left.contains($0.key) }
  }

  fileprivate func index(of id: Int, of owner: KeptOwner) throws(APIError) -> Int {
    guard let index = searches.firstIndex(where: { $0.id == id && owner.owns(owners?[id]) }) else {
      throw .status(404, message: nil)
    }
    return index
  }
}

/// The saved searches of one source, by account, and the names of its numbers, stored on this machine.
final class SavedSearches: Sendable {
  private static let maximum = 500

  private let source: String
  let reader: User
  private let owner: KeptOwner
  private let storage: SourceStorage<KeptSource>
  let numbers: SourceNumbers
  /// The searches as last read; nil before that.
  private let known = Mutex<[Post]?>(nil)

  init(
    source: String, reader: User, of owner: KeptOwner, storage: SourceStorage<KeptSource>
  ) {
    (self.source, self.reader, self.owner, self.storage) = (source, reader, owner, storage)
    numbers = SourceNumbers(Self.own(storage.read(), of: source).names ?? [])
  }

  /// All of them, newest first, as they are on the disk now.
  var all: [Post] {
    var contents = Self.own(storage.read(), of: source)
    if contents.isNew(to: owner) {
      contents.adopt(by: owner)
      // If it can't be kept now, it is tried again.
      try? change { _ in }
    }
    let own = contents.searches.filter { owner.owns(contents.owners?[$0.id]) }
    let searches = own.map { post in
      var post = post
      (post.authorName, post.authorEmail, post.facts.authorID) = (reader.name, reader.email, "")
      post.template = .query
      return post.cleaned()
    }
    known.withLock { $0 = searches }
    return searches
  }

  /// Up to where the first list was read, as this machine last knew it.
  var mark: String? { Self.own(storage.read(), of: source).marks?[owner.text ?? ""] }

  /// Keeps up to where the first list was read; where it can't be kept, the list begins where it was left here.
  func keep(mark: String) {
    try? change { contents in
      contents.marks = (contents.marks ?? [:]).merging([owner.text ?? "": mark]) { $1 }
    }
  }

  /// Returns a saved search; nil if there is none.
  func search(_ id: Int) -> Post? {
    guard id >= SourceNumbers.first else { return nil }
    if let search = known.withLock({ $0?.first { $0.id == id } }) { return search }
    // Another program may have created it, unless the number belongs to something else.
    guard known.withLock({ $0 == nil }) || numbers.name(of: id) == nil else { return nil }
    return all.first { $0.id == id }
  }

  /// Creates a saved search; the same key returns the same search.
  func create(_ form: PostForm, key: String) throws(APIError) -> Post {
    let id = numbers.number(of: "search/" + (key.isEmpty ? UUID().uuidString : key))
    if let known = search(id) { return known }
    var post = Post(id: id, parentID: -1, title: "", createdAt: Date(), template: .query)
    try post.adopt(form)
    try change { contents throws(APIError) in
      let owners = contents.owners
      guard contents.searches.count(where: { owner.owns(owners?[$0.id]) }) < Self.maximum else {
        throw .status(507, message: "There are \(Self.maximum) saved searches; delete one first.")
      }
      contents.searches.insert(post, at: 0)
      contents.own(id, by: owner)
    }
    return try found(id)
  }

  func update(_ form: PostForm) throws(APIError) -> Post {
    guard let id = form.postID else { throw .status(400, message: nil) }
    try change { contents throws(APIError) in
      try contents.searches[contents.index(of: id, of: owner)].adopt(form)
    }
    return try found(id)
  }

  func delete(_ id: Int) throws(APIError) {
    try change { contents throws(APIError) in
      try contents.searches.remove(at: contents.index(of: id, of: owner))
      contents.owners?[id] = nil
    }
  }

  /// Saves the names of numbers for later runs.
  func saveNames() {
    guard let names = numbers.namesToSave() else { return }
    // Names can be loaded again, so errors are ignored.
    try? change { contents throws(APIError) in
      let known = Set(names)
      contents.names = Array(
        ((contents.names ?? []).filter { !known.contains($0) } + names)
          .suffix(SourceNumbers.maximum))
    }
  }

  private func found(_ id: Int) throws(APIError) -> Post {
    guard let post = search(id) else { throw .status(404, message: nil) }
    return post
  }

  private func change(
    _ body: (inout KeptSource) throws(APIError) -> Void
  ) throws(APIError) {
    var problem: APIError?
    do {
      try storage.update { kept in
        var contents = Self.own(kept, of: source)
        contents.adopt(by: owner)
        do throws(APIError) {
          try body(&contents)
          return contents
        } catch {
          problem = error
          return nil
        }
      }
    } catch {
      throw .status(507, message: "It can't be stored on this machine: \(error)")
    }
    known.withLock { $0 = nil }
    if let problem { throw problem }
  }

  private static func own(_ kept: KeptSource?, of source: String) -> KeptSource {
    kept.flatMap { $0.source == source ? $0 : nil } ?? KeptSource(source: source)
  }
}

extension Post {
  /// Copies the texts of a form.
  fileprivate mutating func adopt(_ form: PostForm) throws(APIError) {
    let texts = [form.title, form.summary, form.body]
    guard !form.title.allSatisfy(\.isWhitespace) else {
      throw .status(400, message: "A title is required.")
    }
    guard texts.allSatisfy({ $0.utf8.count <= 4 << 10 }) else {
      throw .status(413, message: "A saved search has at most 4 KB of each text.")
    }
    (title, summary, body) = (form.title, form.summary, form.body)
  }
}
