import FireflyCore

// The lists of a place beside its first two, which the user puts among those of the key for lists.
extension Post {
  /// Whether it is the row of a list of a place among the saved searches: nobody has written it.
  var isListOfPlace: Bool { template == .query && createdAt == nil && !isLocal && !isUnsaved }

  /// Whether it is a search, whose words its results have: neither a list of a place nor a row of this program.
  var isSearch: Bool { template == .query && !isLocal && !isListOfPlace }
}

extension Surroundings {
  /// The lists of the place, for the list of actions: those that are known from the start, and those that came.
  var namedLists: [Post] {
    guard site.has(.chosenLists) else { return [] }
    let rows = lists[.searches].rootList.posts.filter(\.isListOfPlace)
    let known = Set(rows.map(\.id))
    return rows
      + site.furtherLists.filter { !known.contains($0.id) }
      .map { Post(id: $0.id, parentID: -1, title: $0.name, template: .query) }
  }
}
