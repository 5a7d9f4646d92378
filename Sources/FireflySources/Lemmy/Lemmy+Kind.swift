import FireflyCore

extension SourceKind {
  /// An instance of Lemmy.
  package static let lemmy: SourceKind = SourceKind(
    rawValue: "lemmy", name: "Lemmy", exampleInstance: "lemmy.ml",
    help: Help(
      abstract: "Read an instance of Lemmy.",
      argument: "The host, such as lemmy.ml, or a part of it, such as lemmy.ml/c/name.",
      argumentName: "instance",
      discussion: """
        Shows hot posts from all instances; the key a shows new posts from this one. Same as --server \
        lemmy:<instance>.

        Example: firefly lemmy lemmy.ml
        """),
    part: { path in
      path.count == 2 && path[0] == "c" ? SourcePart(name: path.joined(separator: "/")) : nil
    },
    lists: { part, _ in part == nil ? ["hot everywhere", "new here"] : ["hot", "new"] },
    ranked: ["hot everywhere", "hot"],
    link: SourceLink.init(lemmy:),
    // Its users have the same addresses as those of Discourse.
    linkRank: 2,
    files: { file, data, _ in try file.readLemmy(data) },
    backend: {
      Lemmy(web: $0.web, host: $0.source.host, base: $0.source.base, place: $0.source.part)
    })
}
