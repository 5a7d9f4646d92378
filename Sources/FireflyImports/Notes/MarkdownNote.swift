import FireflyCore
import FireflyForeign
import FireflyText
import FireflyTransfer
import Foundation

/// A Markdown file as a post.
struct MarkdownNote {
  private(set) var post: ImportedPost
  /// Whether Firefly's own export wrote it.
  private let isOwn: Bool
  /// The folder of its file.
  private let folder: ArraySlice<String>
  /// Why parts of it were ignored, as sentences.
  private(set) var complaints: [String] = []
  /// Whether it has a date that could not be read.
  private(set) var hasUnreadDate = false

  /// Whether its date is that of the file.
  private(set) var hasGuessedDate = false
  /// Whether it has HTML that would be Markdown.
  private(set) var hasHTML = false
  /// The number of comments that were left out.
  private(set) var comments = 0
  /// The title that a page of Logseq gives itself, a path with slashes; nil for none.
  private(set) var pageTitle: String?
  /// What a page of Logseq says of itself.
  private var pageSummary: String?
  /// Other names by which notes link to it.
  private(set) var aliases: [String] = []
  /// Whether its name is a path with dots, as in Dendron.
  let isDendron: Bool

  private static let aliasKeys: Set<String> = ["alias", "aliases", "permalink", "url", "slug"]
  private static let tagKeys: Set<String> = ["tags", "tag", "keywords", "categories"]
  /// Keys of its date, the first one that can be read counts.
  private static let dateKeys = [
    "date", "created_at", "created", "date created", "date_created", "creation date",
    "created time",
    "published",
  ]

  /// Reads a file of a folder.
  init(_ file: ImportFile, _ links: NoteLinks, isLogseq: Bool = false) {
    var text = FrontMatter(file.bytes ?? Data())
    isOwn = text.isOwn
    isDendron =
      !isOwn && text.values["id"].map { Int($0) == nil } == true && text.values["created"] != nil
    complaints = [text.complaint].compactMap(\.self)
    post = ImportedPost(title: text.take("title") ?? "")
    post.linkNames = [NoteLinks.name(of: file)]
    folder = file.path.dropLast()
    post.body = text.body
    var properties = text.pairs
    if !isOwn {
      hasHTML = NoteHTML.isIn(text.body)
      let note = NoteText(NoteHTML.markdown(text.body), isLogseq: isLogseq)
      (post.body, comments) = (note.markdown, note.comments)
      properties += note.properties.map { (key: $0.key, values: [$0.value]) }
      if isLogseq { readNames(note.properties) }
    }
    if post.title.allSatisfy(\.isWhitespace), !isOwn {
      (post.title, post.body) = Self.heading(of: post.body)
      if post.title.isEmpty { post.title = ForeignText.cleanLine(file.stem) }
    }
    post.summary = text.take("summary", "description")
    if !isOwn { post.summary = (post.summary ?? pageSummary).map { ForeignText.cleanLine($0) } }
    readDate(of: file, &text)
    post.authorName = text.takeAuthors()
    post.authorEmail = text.take("email", "author_email")
    post.clipOffsetX = text.take("clip_offset_x", as: Double.init)
    post.clipOffsetY = text.take("clip_offset_y", as: Double.init)
    post.timezone = text.take("timezone")
    post.locationTag = text.take("location", "location_tag")
    post.isAIGenerated = text.take("ai_generated", as: Bool.init)
    post.template = Post.Template(name: text.template)
    post.id = text.take("id") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
    post.parentID = text.take("parent") { Int($0) }
    if let name = text.values["source"], let key = text.values["source_key"] {
      post.source = PostSource(name: name, key: key)
      post.source?.isEdited = text.values["source_edited"] == "true"
      post.source?.page = text.values["source_page"]
    } else if isOwn {
      post.identify(as: text.values["server"])
    }
    let named = text.take("picture", "image", "cover") {
      ["", "~", "null"].contains($0) ? nil : $0
    }
    if let named { readPicture(named, of: file, links) }
    for (key, values) in text.pairs where Self.aliasKeys.contains(key.lowercased()) {
      aliases += values
    }
    keep(properties, of: text)
  }

  private mutating func readDate(of file: ImportFile, _ text: inout FrontMatter) {
    let keys = isOwn ? ["date"] : Self.dateKeys
    post.createdAt = text.take(keys, as: Self.date)
    // Jekyll says whether a page is published.
    hasUnreadDate =
      post.createdAt == nil
      && keys.contains { text.values[$0]?.isEmpty == false && $0 != "published" }
    if post.createdAt == nil, !isOwn {
      let day = ForeignDate.day(ofName: file.stem)
      post.createdAt = day ?? file.changed
      hasGuessedDate = day == nil && post.createdAt != nil
    }
  }

  private mutating func readPicture(_ named: String, of file: ImportFile, _ links: NoteLinks) {
    let picture = NoteLinks.words(of: named)
    let isName = picture != named
    let beside = picture.hasPrefix("/") ? nil : links.file(picture, from: file.path.dropLast())
    let url = [beside, isName ? links.file(named: picture) : nil].compactMap(\.self)
      .first { NoteLinks.isPicture($0.lastPathComponent) }
    post.picture = url.map(ImportedPicture.file)
    post.imageURL = url == nil ? picture : nil
    // In Firefly's own exports, `/uploads/…` is an address on a server.
    let isFile = NoteLinks.isPath(picture) && !(isOwn && picture.hasPrefix("/"))
    if url == nil, isFile, NoteLinks.isPicture(picture) {
      complaints += [LeftOutFile.complaint(of: [picture])].compactMap(\.self)
    }
  }

  /// Returns the date of a text, which may be a link to the note of a day, or `@May 5, 2024` of Notion.
  private static func date(_ text: String) -> Date? {
    if let date = ForeignDate.date(text) { return date }
    if text.hasPrefix("@") { return ForeignDate.date(String(text.dropFirst())) }
    guard text.hasPrefix("[["), text.hasSuffix("]]") else { return nil }
    return text.dropFirst(2).dropLast(2).split { "|/".contains($0) }.lazy
      .compactMap { ForeignDate.date(String($0)) }.first
  }

  /// Reads the title and the other names of a page of Logseq.
  private mutating func readNames(_ properties: [(key: String, value: String)]) {
    pageTitle = properties.first { $0.key.lowercased() == "title" && !$0.value.isEmpty }?.value
    aliases = properties.filter { ["alias", "aliases"].contains($0.key.lowercased()) }
      .flatMap { LogseqPage.values($0.value) }
    pageSummary =
      properties.first {
        ["summary", "description"].contains($0.key.lowercased()) && !$0.value.isEmpty
      }?.value
    if let pageTitle, post.title.isEmpty { post.title = ForeignText.cleanLine(pageTitle) }
  }

  /// Makes links to pages of a graph of Logseq lead to their posts.
  mutating func resolve(_ links: LogseqLinks) { post.body = links.linked(post.body) }

  /// Keeps what has no place of its own in a post: tags at the end of the summary, the rest in a table.
  ///
  /// - Parameters:
  ///   - properties: those of the front matter, and those of the text.
  ///   - text: the front matter, with what became part of the post.
  private mutating func keep(
    _ properties: [(key: String, values: [String])], of text: FrontMatter
  ) {
    var rows: [PropertyTable.Row] = []
    var tags: [String] = []
    for (key, values) in properties {
      let name = key.lowercased()
      let value = values.joined(separator: ", ")
      if isOwn {
        if !FrontMatter.isOwn(key) { rows.append((PropertyTable.name(ofKey: key), value)) }
      } else if Self.tagKeys.contains(name) {
        let found = values.flatMap { value in
          values.count > 1 ? [value] : LogseqPage.values(value, isOfWords: true)
        }
        tags += found.compactMap { Self.tag($0[...]) }
        let others = found.filter { !$0.isEmpty && !Self.isWhole($0[...]) }
        if !others.isEmpty { rows.append((key, others.joined(separator: ", "))) }
      } else if !value.isEmpty, !isUsed(name, value, text) {
        rows.append((key, value))
      }
    }
    var seen: Set<String> = []
    let marks = tags.filter { seen.insert($0).inserted }.map { "#" + $0 }
    if !marks.isEmpty {
      post.summary = ([post.summary].compactMap(\.self) + marks).joined(separator: " ")
    }
    let table = PropertyTable.text(rows)
    if !table.isEmpty {
      post.body = [post.body, table].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
  }

  /// Whether the value of a key is in the post.
  private func isUsed(_ key: String, _ value: String, _ text: FrontMatter) -> Bool {
    switch key {
    case _ where text.taken[key] == value: true
    case "summary", "description": post.summary == value
    case "source", "source_key", "source_edited": post.source != nil
    case "source_page": post.source?.page != nil
    default: false
    }
  }

  private static func tag(_ text: Substring) -> String? {
    let words = NoteLinks.words(of: String(text)).split { character in
      !isOfTag(character)
    }
    return words.isEmpty ? nil : words.joined(separator: "-")
  }

  private static func isOfTag(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_/".contains(character)
      || !character.isASCII && character.unicodeScalars.contains(where: \.properties.isEmoji)
  }

  /// Whether a tag has all words of a text; signs alone may be missing, and those between words.
  private static func isWhole(_ text: Substring) -> Bool {
    let words = NoteLinks.words(of: String(text)).drop { $0 == "#" }
      .split { $0.isWhitespace || ".:'\"".contains($0) }
    return tag(text) != nil
      && words.allSatisfy { !$0.contains(where: isOfTag) || $0.allSatisfy(isOfTag) }
  }

  /// Whether its title is a name of its file or page.
  func isTitled(_ name: String?) -> Bool {
    name.map { post.title == ForeignText.cleanLine($0) } ?? false
  }

  /// Names it by a part of its file's name; a day of Logseq has its usual form.
  mutating func rename(_ name: String) {
    let isDay =
      name.count == 10 && name.allSatisfy { $0.isNumber || $0 == "_" || $0 == "-" }
      && ForeignDate.day(ofName: name) != nil
    post.title = ForeignText.cleanLine(isDay ? name.replacing("_", with: "-") : name)
  }

  /// Splits a text into the heading that it begins with, after comments, and the rest.
  private static func heading(of text: String) -> (title: String, body: String) {
    let text = trimmed(text[...])
    var start = text[...]
    while start.hasPrefix("<!--"), let end = start.firstRange(of: "-->") {
      start = start[end.upperBound...].drop(while: \.isWhitespace)
    }
    guard let (title, rest) = MarkdownOpening.heading(of: String(start)) else { return ("", text) }
    let body = text[..<start.startIndex] + rest.drop(while: \.isNewline)
    return (withPlainTags(title), trimmed(body[...]))
  }

  /// Returns a title in which a tag with blanks such as `#[[two words]]` is written as in texts: `#two words`.
  private static func withPlainTags(_ title: String) -> String {
    var (output, rest) = ("", title[...])
    while let open = rest.firstRange(of: "#[["),
      let end = rest[open.upperBound...].firstRange(of: "]]")
    {
      output += rest[..<open.lowerBound] + "#" + rest[open.upperBound..<end.lowerBound]
      rest = rest[end.upperBound...]
    }
    return output + rest
  }

  /// Returns a text without blanks at its ends; Foundation would convert all of it twice.
  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// Makes links to other notes lead to their posts, and pictures to those of the folder.
  mutating func resolve(_ links: NoteLinks) -> NoteLinks.Resolved {
    var shown = post
    // A picture may have several addresses.
    var addresses: [URL: String] = [:]
    let resolved = links.resolve(post.body, in: folder, isOwn: isOwn) { picture, address in
      addresses[picture] = addresses[picture] ?? address
      return shown.show(.file(picture), orElse: addresses[picture] ?? address)
    }
    shown.body = resolved.text
    post = shown
    // Firefly's own exports name the picture of the post.
    if !isOwn, post.picture == nil, post.imageURL == nil {
      post.picture = resolved.picture.map(ImportedPicture.file)
    }
    complaints += [LeftOutFile.complaint(of: resolved.missingPictures)].compactMap(\.self)
    return resolved
  }
}
