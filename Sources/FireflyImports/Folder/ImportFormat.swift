import FireflyForeign
import FireflySources
import FireflyTransfer
import Foundation

/// The formats that can be imported.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// The output of `firefly export`.
  case json
  /// A Markdown file, or a folder of them.
  case markdown
  /// Items of Hacker News, or a search of Algolia.
  case hn
  /// Stories of Lobsters.
  case lobsters
  /// Listings of Reddit.
  case reddit
  /// Posts and comments of Lemmy.
  case lemmy
  /// Statuses of Mastodon, or an archive's `outbox.json`.
  case mastodon
  /// Topics of Discourse.
  case discourse
  /// A mail, an mbox file, or a Maildir.
  case mail
  /// An outline in OPML.
  case opml
  /// An outline of Org.
  case org

  /// Converts a file.
  ///
  /// - Parameters:
  ///   - name: its name, for posts without a title.
  ///   - identity: names the file, so that importing it again updates posts that have no names of their own;
  ///     nil to add them.
  ///   - isPrivate: whether to take posts of Mastodon that are not public.
  ///   - folder: the folder of the file, with the pictures of an archive; nil if unknown.
  /// - Returns: the posts.
  package func convert(
    _ data: Data, name: String, identity: String? = nil, withPrivate isPrivate: Bool = false,
    folder: URL? = nil
  ) throws(ImportError) -> Conversion {
    if self == .markdown || self == .org, !Charset.isText(data) {
      throw .damaged(place: "document", reason: "this is no text")
    }
    do {
      return try read(data, name, identity, isPrivate, folder)
    } catch {
      throw error.explained(in: data, of: self)
    }
  }

  private func read(
    _ data: Data, _ name: String, _ identity: String?, _ isPrivate: Bool, _ folder: URL?
  ) throws(ImportError) -> Conversion {
    switch self {
    case .json:
      var conversion = Conversion()
      conversion.document = try ImportDocument(data)
      return conversion
    case .markdown:
      let url = URL(fileURLWithPath: "/" + name)
      let place = folder?.appendingPathComponent(name)
      let attributes = place.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }
      let file = ImportFile(
        path: [name], bytes: data, url: url,
        changed: attributes?[.modificationDate] as? Date)
      return try MarkdownFolder.convert([file], identity: identity, single: folder)
    case .hn, .lobsters, .reddit, .lemmy, .mastodon, .discourse:
      if self == .mastodon, data.firstRange(of: Data("orderedItems".utf8)) != nil {
        let archive = try MastodonArchive.convert(data, withPrivate: isPrivate, folder: folder)
        if archive.document.count + archive.skipped > 0 { return archive }
      }
      return try convert(JSONDocuments.split(data), withPrivate: isPrivate)
    case .mail: return try MailThreads.convert(mbox: data, name: name)
    case .opml: return try OPMLOutline.convert(data, identity: identity)
    case .org: return try OrgOutline.convert(data, name: name, identity: identity, folder: folder)
    }
  }

  /// Converts documents of a service on the web.
  func convert(
    _ documents: [Data], withPrivate isPrivate: Bool
  ) throws(ImportError) -> Conversion {
    switch self {
    case .hn: try SourceFile.convert(documents, of: .hackerNews)
    case .lobsters: try SourceFile.convert(documents, of: .lobsters)
    case .reddit: try RedditListings.convert(documents)
    case .lemmy: try SourceFile.convert(documents, of: .lemmy)
    case .mastodon: try SourceFile.convert(documents, of: .mastodon, withPrivate: isPrivate)
    case .discourse: try SourceFile.convert(documents, of: .discourse)
    case .json, .markdown, .mail, .opml, .org: Conversion()
    }
  }

  /// Whether its posts are those of a service on the web, whose pictures have addresses.
  package var isOfTheWeb: Bool {
    switch self {
    case .hn, .lobsters, .reddit, .lemmy, .mastodon, .discourse: true
    case .json, .markdown, .mail, .opml, .org: false
    }
  }

  /// Why a format can't be read on this machine, as a sentence; nil if it can.
  package var problem: String? {
    switch self {
    case .json, .markdown, .reddit, .lemmy, .org: nil
    default: HTMLText.problem
    }
  }

  /// Returns the probable format of a file, by its name and first bytes; nil if unknown.
  package static func recognised(_ data: Data, name: String) -> ImportFormat? {
    switch name.split(separator: ".").last?.lowercased() {
    case "md", "markdown": return .markdown
    case "mbox", "eml": return .mail
    case "opml": return .opml
    case "org": return .org
    default: break
    }
    let start = Charset.decode(Array(data.prefix(8_192)), nil)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let first = start.first { !$0.isWhitespace }
    if first == "{" || first == "[" {
      // In sorted or long files, the keys that tell may come late.
      let more = { String(decoding: data.prefix(1 << 20), as: UTF8.self) }
      return recognisedJSON(start) ?? recognisedJSON(more()) ?? .json
    }
    if start.lowercased().contains("<opml") { return .opml }
    let isMail = ["From ", ">From "].contains(where: start.drop(while: \.isWhitespace).hasPrefix)
    if isMail || start.contains(/^\s*[A-Za-z-]+:[^\n]*\n/),
      start.contains(/\n(Date|From|Subject|Received):/)
    {
      return .mail
    }
    if start.contains(/^(\*+ |#\+[A-Za-z_]+:)/) { return .org }
    return ["---\n", "+++\n", "# "].contains(where: start.hasPrefix) ? .markdown : nil
  }

  // Made once: making an expression takes longer than matching it.
  nonisolated(unsafe) private static let kindOfReddit =
    /"kind"\s{0,8}:\s{0,8}"(?:t[134]|Listing)"/

  /// Returns a format by keys that occur in only one of them; nil if there are none.
  private static func recognisedJSON(_ start: String) -> ImportFormat? {
    let marks: [(ImportFormat, [String])] = [
      (.discourse, ["post_stream"]), (.lobsters, ["short_id"]), (.reddit, ["modhash"]),
      (.lemmy, ["post_view", "comment_view", "creator"]),
      (.mastodon, ["orderedItems", "descendants", "ancestors", "in_reply_to_id"]),
      (.hn, ["created_at_i", "story_id"]),
    ]
    let isOurs =
      start.contains("\"template_name\"")
      || start.contains(/^\s*\{\s*"posts"\s*:\s*\[\s*\{\s*"(title|id)"/)
    if isOurs { return .json }
    // The kind of a thing.
    if start.contains(kindOfReddit) { return .reddit }
    // An archive is signed, and names the creator of each signature.
    if start.contains("\"orderedItems\"") { return .mastodon }
    // An item of the official API; `descendants` is also a key of Mastodon.
    if start.contains(/"by"\s*:/) { return .hn }
    return marks.first { $0.1.contains { start.contains("\"\($0)\"") } }?.0
  }
}
