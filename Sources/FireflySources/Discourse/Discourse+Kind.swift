import FireflyCore

extension SourceKind {
  /// A forum that runs on Discourse.
  package static let discourse: SourceKind = SourceKind(
    rawValue: "discourse", name: "Discourse", exampleInstance: "meta.discourse.org",
    help: Help(
      abstract: "Read a forum that runs on Discourse.",
      argument: "The address of the forum, or of a category or tag there.",
      discussion: """
        Shows the latest topics; the key a shows the top ones. Same as --server discourse:<url>.

        Example: firefly discourse meta.discourse.org
        """),
    part: { path in
      // A forum may be in a folder.
      let start = path.firstIndex { $0 == "c" || $0 == "tag" }
      guard let start, path.count > start + 1, path[start] == "c" || path.count == start + 2
      else { return nil }
      return SourcePart(
        name: path[start...].joined(separator: "/"), folder: path[..<start].joined(separator: "/"))
    },
    lists: { _, _ in ["latest", "top"] }, ranked: ["top"], link: SourceLink.init(discourse:),
    // Its short paths are also names of mailing lists.
    linkRank: 1,
    files: { file, data, _ in try file.readDiscourse(data) },
    backend: { Discourse(web: $0.web, base: $0.source.base, place: $0.source.part) })
}
