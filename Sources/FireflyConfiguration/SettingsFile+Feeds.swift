import FireflySources

// Reads the filters of feeds.
extension SettingsFile {
  mutating func readFeedFilters(_ source: ConfigurationSource) {
    for key in source.fileKeys where Self.isFilter(key) {
      // Names may have dots.
      let name = key[1..<(key.count - 1)].joined(separator: ".")
      let kind = key[key.count - 1]
      let words = (source.words(key) ?? []).filter { !$0.allSatisfy(\.isWhitespace) }
      if kind == "quiet", words != ["true"], words != ["false"] {
        complain(source.complaint(key, "expected true or false."))
        continue
      }
      if words.count > FeedFilters.maximumWords {
        complain(source.complaint(key, "at most \(FeedFilters.maximumWords) are allowed."))
      }
      feedFilters[name, default: [:]][kind] = Array(words.prefix(FeedFilters.maximumWords))
    }
  }

  /// Whether a key is that of a feed's filter: `feeds.NAME.hide`.
  static func isFilter(_ key: [String]) -> Bool {
    key.count > 2 && key[0] == "feeds" && filterNames.contains(key[key.count - 1])
  }

  /// What a filter of feeds has.
  static let filterNames = ["hide", "only", "notify", "quiet"]
}
