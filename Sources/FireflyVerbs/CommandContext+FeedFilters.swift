import FireflyClient
import FireflyCore
import FireflyModel
import FireflySources

// The filters of feeds, here and on services.
extension CommandContext {
  /// Returns what tries the filters of feeds on the entries that are kept.
  package func feedTrial() -> (String) -> String? {
    let (storages, filters) = (feedStorages, configuration.feedFilters)
    return { name in
      filters[name].map { words in storages.trial(of: name, Self.filter(words)) }
    }
  }

  /// The names of filters that no feed and no folder has.
  var unknownFilters: [String] {
    feedStorages.unknownFilters(among: configuration.feedFilters.keys.sorted())
      .map { ForeignText.cleanLine($0, limit: 60) }
  }

  /// The feeds that the user follows here, and those on services.
  private var feedStorages: [FeedStorage] {
    let services = ((try? accounts.all()) ?? [:]).sorted { $0.key < $1.key }
      .flatMap { site, accounts in
        guard case .source(let source)? = try? ServerChoice(site.argument),
          source.has(.sharedMarks)
        else { return [FeedStorage]() }
        return accounts.map { readerStorage(of: source, as: $0.user.key).feeds }
      }
    return [feedStorage] + services
  }

  /// What tells whether an entry of a feed is muted by its words or its author; nil if nothing is.
  var mutedEntries: (@Sendable (Post) -> Bool)? {
    let files = MutedFiles(
      state: paths.state, server: SourceAddress(.feeds).accountID, report: fileReport)
    let muted = configuration.muted.adding(files.people, words: files.words)
    guard !muted.isEmpty else { return nil }
    return { muted.hides($0, from: .signedOut) }
  }

  static func filter(_ words: [String: [String]]) -> FeedFilters.Filter {
    FeedFilters.Filter(
      hide: words["hide"] ?? [], only: words["only"] ?? [], notify: words["notify"] ?? [],
      isQuiet: words["quiet"].map { $0 == ["true"] })
  }
}
