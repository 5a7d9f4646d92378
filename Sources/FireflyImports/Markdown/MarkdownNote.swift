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
  private(set) var complaint: String?
  /// Whether it has a date that could not be read.
  private(set) var hasUnreadDate = false

  /// Reads a file of a folder.
  init(_ file: ImportFile, _ links: NoteLinks) {
    let text = FrontMatter(file.bytes ?? Data())
    let values = text.values
    (isOwn, complaint) = (text.isOwn, text.complaint)
    post = ImportedPost(title: values["title"] ?? "")
    post.body = text.body
    if post.title.isEmpty, values["title"] == nil {
      let body = text.body.trimmingCharacters(in: .whitespacesAndNewlines)
      let heading = MarkdownOpening.heading(of: body)
      post.title = heading?.words ?? file.stem
      post.body = heading?.rest.trimmingCharacters(in: .whitespacesAndNewlines) ?? body
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
    } else if !isOwn {
      // Not in Firefly's own exports, which name the picture.
      let url = links.firstPicture(in: text.body, from: file.path.dropLast())
      post.picture = url.map(ImportedPicture.file)
    }
  }

  /// Replaces links to other notes by words; not in Firefly's own exports, where they are text.
  ///
  /// - Returns: the number of links to missing notes.
  mutating func resolve(_ links: NoteLinks) -> Int {
    guard !isOwn, let body = post.body else { return 0 }
    let (text, missing) = links.resolve(body)
    post.body = text
    return missing
  }
}
