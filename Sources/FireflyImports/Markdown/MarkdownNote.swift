import FireflyCore
import FireflyServer
import FireflyText
import Foundation

/// A Markdown file as a post.
struct MarkdownNote {
  private(set) var post: ImportedPost
  /// Whether Firefly's own export wrote it.
  private let isOwn: Bool
  /// Why parts of it were ignored, as sentences.
  private(set) var complaints: [String] = []
  /// Whether it has a date that could not be read.
  private(set) var hasUnreadDate = false

  /// Reads a file of a folder.
  init(_ file: ImportFile, _ links: NoteLinks) {
    let text = FrontMatter(file.bytes ?? Data())
    let values = text.values
    isOwn = text.isOwn
    complaints = [text.complaint].compactMap(\.self)
    post = ImportedPost(title: values["title"] ?? "")
    post.body = text.body
    if post.title.allSatisfy(\.isWhitespace), !isOwn {
      (post.title, post.body) = Self.heading(of: text.body)
      if post.title.isEmpty { post.title = ForeignText.cleanLine(file.stem) }
    }
    post.summary = values["summary"] ?? values["description"]
    let date = values["date"] ?? values["created_at"] ?? values["created"]
    post.createdAt = date.flatMap(ForeignDate.date)
    hasUnreadDate = post.createdAt == nil && date?.isEmpty == false
    post.authorName = values["author"] ?? values["author_name"]
    post.authorEmail = values["email"] ?? values["author_email"]
    post.clipOffsetX = values["clip_offset_x"].flatMap(Double.init)
    post.clipOffsetY = values["clip_offset_y"].flatMap(Double.init)
    post.timezone = values["timezone"]
    post.locationTag = values["location"] ?? values["location_tag"]
    post.isAIGenerated = values["ai_generated"].map { $0 == "true" }
    post.template = Post.Template(name: text.template)
    post.id = values["id"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    post.parentID = values["parent"].flatMap { Int($0) }
    if let name = values["source"], let key = values["source_key"] {
      post.source = PostSource(name: name, key: key)
      post.source?.isEdited = values["source_edited"] == "true"
    }
    if let picture = values["picture"] ?? values["image"] ?? values["cover"] {
      let url = links.picture(picture, from: file.path.dropLast())
      post.picture = url.map(ImportedPicture.file)
      post.imageURL = url == nil ? picture : nil
      // In Firefly's own exports, `/uploads/…` is an address on a server.
      let isFile = NoteLinks.isPath(picture) && !(isOwn && picture.hasPrefix("/"))
      if url == nil, isFile, NoteLinks.isPicture(picture) { complain(of: [picture]) }
    } else if !isOwn {
      // Not in Firefly's own exports, which name the picture.
      let (url, missing) = links.firstPicture(in: text.body, from: file.path.dropLast())
      post.picture = url.map(ImportedPicture.file)
      complain(of: missing)
    }
  }

  private mutating func complain(of pictures: [String]) {
    guard let first = pictures.first.map({ ForeignText.cleanLine($0) }) else { return }
    complaints.append(
      pictures.count == 1
        ? "the picture \(first) was not imported"
        : "\(pictures.count) pictures were not imported; the first is \(first)")
  }

  /// Splits a text into the heading that it begins with, after comments, and the rest.
  private static func heading(of text: String) -> (title: String, body: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var start = text[...]
    while start.hasPrefix("<!--"), let end = start.firstRange(of: "-->") {
      start = start[end.upperBound...].drop(while: \.isWhitespace)
    }
    guard let (title, rest) = MarkdownOpening.heading(of: String(start)) else { return ("", text) }
    let body = text[..<start.startIndex] + rest.drop(while: \.isNewline)
    return (title, body.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Replaces links to other notes by words; not in Firefly's own exports, where they are text.
  ///
  /// - Returns: the number of links to missing notes.
  mutating func resolve(_ links: NoteLinks) -> Int {
    guard !isOwn else { return 0 }
    let (text, missing) = links.resolve(post.body)
    post.body = text
    return missing
  }
}
