import FireflyAPI
import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// The responses of JSON Feed, versions 1 and 1.1.
struct JSONFeed: Decodable, Sendable {
  @Lenient var version: String?
  @Lenient var title: String?
  @Lenient var site: String?
  @Lenient var about: String?
  @Lenient var icon: String?
  @Lenient var author: Author?
  @Lenient var authors: [Author]
  @Lenient var items: [Item]

  enum CodingKeys: String, CodingKey {
    case version, title, icon, author, authors, items
    case site = "home_page_url"
    case about = "description"
  }

  struct Author: Decodable, Sendable {
    @Lenient var name: String?
  }

  struct Item: Decodable, Sendable {
    @Lenient var id: Name?
    @Lenient var url: String?
    @Lenient var external: String?
    @Lenient var title: String?
    @Lenient var html: String?
    @Lenient var text: String?
    @Lenient var summary: String?
    @Lenient var image: String?
    @Lenient var banner: String?
    @Lenient var published: String?
    @Lenient var modified: String?
    @Lenient var author: Author?
    @Lenient var authors: [Author]
    @Lenient var tags: [String]
    @Lenient var files: [File]

    enum CodingKeys: String, CodingKey {
      case id, url, title, summary, image, author, authors, tags
      case external = "external_url"
      case html = "content_html"
      case text = "content_text"
      case banner = "banner_image"
      case published = "date_published"
      case modified = "date_modified"
      case files = "attachments"
    }
  }

  /// A name, which may be a number.
  struct Name: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        text = "\(number)"
      } else {
        text = try value.decode(String.self)
      }
    }
  }

  struct File: Decodable, Sendable {
    @Lenient var url: String?
    @Lenient var type: String?
    @Lenient var title: String?
    @Lenient var bytes: Int?
    @Lenient var seconds: Double?

    enum CodingKeys: String, CodingKey {
      case url, title
      case type = "mime_type"
      case bytes = "size_in_bytes"
      case seconds = "duration_in_seconds"
    }
  }

  /// Reads a document; nil if it is none.
  static func document(_ text: String, _ base: URL?) -> FeedDocument? {
    guard let feed = try? ForeignJSON.decode(JSONFeed.self, from: Data(text.utf8)),
      feed.version?.contains("jsonfeed") == true || !feed.items.isEmpty
    else { return nil }
    var document = FeedDocument()
    document.title = feed.title?.line ?? ""
    document.site = FeedText.address(feed.site, base: base)
    document.about = feed.about.map { FeedText.converted($0, .plain, base: base).markdown } ?? ""
    document.picture = FeedText.address(feed.icon, base: base)
    let authors = feed.authors + [feed.author].compactMap(\.self)
    document.entries = feed.items.prefix(FeedDocument.maximumEntries + 500).map {
      $0.entry(base, orBy: authors)
    }
    return document
  }
}

extension JSONFeed.Item {
  fileprivate func entry(_ base: URL?, orBy others: [JSONFeed.Author]) -> FeedEntry {
    var entry = FeedEntry()
    entry.key = id.map { ForeignText.cleanLine($0.text) } ?? ""
    entry.title = title.map { FeedText.line($0, .plain) } ?? ""
    entry.link = FeedText.address(url, base: base) ?? FeedText.address(external, base: base)
    let (words, kind): (String, FeedText.Kind) =
      html?.isEmpty == false ? (html ?? "", .html) : (text ?? summary ?? "", .plain)
    entry.text = FeedText.converted(words, kind, base: base).markdown(cutBefore: entry.link)
    let own = authors + [author].compactMap(\.self)
    let names = (own.isEmpty ? others : own).compactMap { $0.name?.line }
    entry.author = names.isEmpty ? nil : names.prefix(3).joined(separator: ", ")
    entry.picture =
      FeedText.address(image, base: base) ?? FeedText.address(banner, base: base)
    entry.tags = tags.compactMap(\.line)
    entry.date = (published ?? modified).flatMap { FeedDate.date(ForeignText.cleanLine($0)) }
    var (pictures, others): ([FeedPicture], [FeedFile]) = ([], [])
    for file in files.prefix(20) {
      guard let address = FeedText.address(file.url, base: base) else { continue }
      if file.type.map({ FeedFile.plainType($0) })?.hasPrefix("image/") == true {
        pictures.add(FeedPicture(address: address, description: file.title?.line ?? ""))
      } else {
        let bytes = ForeignNumber.bytes.accept(file.bytes)
        others.append(
          FeedFile(
            address: address, type: file.type, bytes: bytes, title: file.title,
            seconds: file.seconds.flatMap { FeedFile.seconds("\($0)") }))
      }
    }
    entry.show(pictures)
    others.forEach { entry.attach($0) }
    entry.complete()
    return entry
  }
}
