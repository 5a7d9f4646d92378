import FireflyCore
import FireflyForeign

extension ServiceFacts {
  init(_ status: MastodonStatus) {
    self.init(readers: status.visibility.map(Readers.init(status:)))
    language = status.language?.languageCode
    link =
      [status.card?.url, status.media.first?.link].lazy.compactMap(\.self)
      .compactMap { WebAddress.full($0) }.first
    mentions = status.mentions.prefix(50).compactMap { mention in
      mention.handle?.line.map { ForeignText.cleanLine($0, limit: 200) }
    }
    editedAt = status.editedAt.flatMap { FeedDate.date(ForeignText.cleanLine($0)) }
    versions = editedAt == nil ? nil : status.page.flatMap { WebAddress.full($0) }
    poll = status.poll?.shown
    let media = status.media.prefix(100).compactMap(\.sidePicture)
    pictures = media.isEmpty ? nil : media
    if status.isFavourite { marks.insert(.favourite) }
    if status.isBookmark { marks.insert(.bookmark) }
    if status.isPinned { marks.insert(.pin) }
    if status.isBoosted { marks.insert(.boost) }
  }
}

extension String {
  /// It as the code of a language, such as `de` or `zh-TW`; nil for what stands for an unknown one.
  var languageCode: String? {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    let isCode = parts.allSatisfy { part in
      (2...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    guard isCode, let first = parts.first, first.count <= 3, parts.count <= 3,
      !["unk", "und", "mul", "zxx"].contains(first.lowercased())
    else { return nil }
    return self
  }
}

extension Readers {
  /// The readers of a status; a word that is not known counts as the fewest.
  init(status word: String) {
    switch word {
    case "public": self = .everyone
    case "unlisted": self = .quiet
    case "local": self = .local
    case "private": self = .followers
    default: self = .mentioned
    }
  }

  /// The word for a status.
  var status: String {
    switch self {
    case .everyone: "public"
    case .quiet: "unlisted"
    case .local: "local"
    case .followers: "private"
    case .mentioned: "direct"
    }
  }
}

extension MastodonStatus {
  /// Who may read it; what is not known counts as the fewest.
  var readers: Readers { visibility.map(Readers.init(status:)) ?? .mentioned }

  /// What changes with each edit.
  var version: String { editedAt ?? "new" }
}
