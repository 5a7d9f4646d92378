import FireflyCore

extension SourceKind {
  /// An instance of Mastodon.
  package static let mastodon: SourceKind = SourceKind(
    rawValue: "mastodon", name: "Mastodon", exampleInstance: "mastodon.social", rules: .service,
    searchHint: "Words, #hashtags or @people to search for",
    help: Help(
      abstract: "Read an instance of Mastodon.",
      argument:
        "The host, such as mastodon.social, or a part of it, such as mastodon.social/tags/name.",
      argumentName: "instance",
      discussion: """
        Shows trending posts; the key a shows the local timeline. Searches find hashtags, with an account people, too. Instances may refuse some \
        lists to readers without an account. Same as --server mastodon:<instance>.

        Example: firefly mastodon mastodon.social
        """),
    invitation: "your instance",
    part: { path in
      let isTag = path.count == 2 && path[0] == "tags"
      let isPerson = path.count == 1 && path[0].hasPrefix("@") && path[0].count > 1
      return isTag || isPerson ? SourcePart(name: path.joined(separator: "/")) : nil
    },
    lists: { part, isSignedIn in
      guard let part else { return [isSignedIn ? "home" : "trends", "local timeline"] }
      return part.hasPrefix("@") ? ["newest"] : ["newest", "newest of this instance"]
    },
    ranked: ["trends"], further: { $0 ? Mastodon.lists : [] }, link: SourceLink.init(mastodon:),
    files: { file, data, isPrivate in try file.readMastodon(data, withPrivate: isPrivate) },
    backend: { setting in
      Mastodon(
        web: setting.web, numbers: setting.numbers, host: setting.source.host,
        base: setting.source.base, place: setting.source.part, activity: setting.tools.activity,
        interval: setting.tools.interval)
    })
}
