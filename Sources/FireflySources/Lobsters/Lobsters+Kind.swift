import FireflyCore

extension SourceKind {
  /// Lobsters.
  package static let lobsters: SourceKind = SourceKind(
    rawValue: "lobsters", name: "Lobsters", usualServer: "https://lobste.rs",
    rules: .reading.without(.search),
    help: Help(
      abstract: "Read Lobsters.", argument: "A tag, such as t/rust.",
      discussion: """
        Shows the hottest stories; the key a shows the newest. Lobsters has no search for programs. Same \
        as --server lobsters:
        """),
    invitation: "new here: news, and what is said of it",
    part: { path in
      path.count == 2 && path[0] == "t" ? SourcePart(name: path.joined(separator: "/")) : nil
    },
    partHint: "write a tag as in t/rust",
    lists: { part, _ in part == nil ? ["hottest", "newest"] : ["newest"] },
    ranked: ["hottest"],
    link: SourceLink.init(lobsters:), files: { file, data, _ in try file.readLobsters(data) },
    backend: { Lobsters(web: $0.web, place: $0.source.part) })
}
