import FireflyCore
import FireflyTransfer

extension SQLStore {
  func importPlaces() async throws(StoreError) -> [String] {
    try await read { try $0.importPlaces() }
  }
}

extension SQLSession {
  /// Maximum number of posts of a document that are compared with those of a place.
  private static var maxPosts: Int { 500 }
  private static var maxPlaces: Int { 1_000 }
  /// Least number of posts of a document that are known if it has only moved.
  private static var least: Int { 3 }

  /// Returns the place whose names the posts of a document have, if it is another one; keeps it for
  /// later imports.
  ///
  /// A folder that was moved or renamed has new names for all of its posts. Most of them are known under
  /// the names of the place where it was.
  /// - Returns: the place, and whether that was not known yet.
  func knownPlace(of document: ImportDocument) throws -> (place: String, isNew: Bool)? {
    guard let place = document.place, !document.items.isEmpty else { return nil }
    let setting = Self.setting(of: place)
    if let known = try self.setting(setting) { return known == place ? nil : (known, false) }
    let former = document.isNamed ? nil : try formerPlace(of: document)
    try setSetting(setting, former ?? place)
    return former.map { ($0, true) }
  }

  /// Returns the place from which most of the posts of a document were imported.
  private func formerPlace(of document: ImportDocument) throws -> String? {
    var sample = document
    // Parents come first, of which the keys are made.
    sample.items = Array(document.items.prefix(Self.maxPosts))
    func known(_ document: ImportDocument) throws -> (all: Int, same: Int) {
      let items = document.items.filter { $0.fileSteps != nil }
      let posts = try posts(of: items.compactMap(\.source))
      let same = items.count { item in
        item.source.flatMap { posts[$0]?.post }.map { item.isLike($0) } ?? false
      }
      return (posts.count, same)
    }
    let count = sample.items.count { $0.fileSteps != nil }
    guard count >= Self.least, try known(sample).all == 0 else { return nil }
    var best: (place: String, same: Int)?
    // What is still where it was has not moved.
    for place in document.gonePlaces {
      let same = try known(sample.moved(to: place)).same
      if same >= Self.least, 5 * same >= 3 * count, same > best?.same ?? 0 { best = (place, same) }
    }
    return best?.place
  }

  fileprivate func importPlaces() throws -> [String] {
    try rows(
      "SELECT DISTINCT value FROM settings WHERE name LIKE 'import %' LIMIT \(Self.maxPlaces)"
    ) { $0[0] }
  }

  /// Maximum number of posts of a place whose names are kept.
  private static var maxKept: Int { 100_000 }
  /// Maximum number of titles of posts that are gone.
  private static var maxTitles: Int { 1_000 }

  /// Counts the posts that an import of the same place had and this one doesn't; keeps the names for later
  /// imports.
  ///
  /// - Parameters:
  ///   - kind: which of the files of the place they are from.
  ///   - place: the place that the names are made of.
  ///   - result: gets the number and the titles.
  /// - Throws: an error of the database.
  func countGone(
    _ sources: [PostSource], of kind: String, from place: String, _ result: inout ImportResult
  ) throws {
    let keys = Set(sources.filter { $0.name == PostSource.file }.map(\.key))
    guard !keys.isEmpty, keys.count <= Self.maxKept else { return }
    let setting = "imported \(kind) " + FileKey.key("", place)
    let before = try self.setting(setting)?.split(separator: " ").map(String.init) ?? []
    let missing = before.filter { !keys.contains($0) }
      .compactMap { PostSource(name: PostSource.file, key: $0) }
    let posts = try posts(of: missing).filter { $0.value.post.template != .deleted }
    result.gone = posts.count
    result.goneTitles = posts.values.map(\.post.title).sorted().prefix(Self.maxTitles)
      .map { ForeignText.cleanLine($0, limit: 200) }
    let kept = keys.union(posts.keys.map(\.key))
    if kept != Set(before) {
      try setSetting(setting, kept.sorted().joined(separator: " "))
    }
  }

  private static func setting(of place: String) -> String { "import " + FileKey.key("", place) }
}

extension ImportedPost {
  /// Whether a post has its title and the beginning of its text; links in texts are written anew.
  fileprivate func isLike(_ post: Post) -> Bool {
    let start = body.utf8.prefix(400).prefix { $0 != UInt8(ascii: "[") }
    return post.title == title && post.body.utf8.starts(with: start)
  }
}
