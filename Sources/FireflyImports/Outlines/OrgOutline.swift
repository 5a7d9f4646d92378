import FireflyCore
import FireflyServer
import FireflySources
import FireflyText
import Foundation

/// Converts an Org file: each headline is a post, with its text as Markdown.
public struct OrgOutline {
  private static let usual: Set<String> = [
    "TODO", "DONE", "NEXT", "WAITING", "HOLD", "CANCELLED", "CANCELED", "STARTED", "SOMEDAY",
  ]

  private var tree = ForeignTree(PostSource.file, isOutline: true)
  private var open: [(level: Int, place: Int)] = []
  /// The text of the last headline, with its priority.
  private var text = OrgText()
  private var priority: String?
  /// What the file says of itself: its title, author, date and tags.
  private var keywords: [String: String] = [:]
  private var states = Self.usual
  /// The texts of footnotes, and the titles of headlines by their IDs.
  private var notes: [String: String] = [:]
  private var titles: [String: String] = [:]
  private var folder: URL?
  private var name: String
  /// The names of the files that are imported together.
  private var outlines: Set<String> = []
  /// Whether the file itself is a post, also without a title.
  private var isWhole = false

  /// Converts the outlines of a folder: each file is a post, with its headlines below.
  ///
  /// - Throws: `ImportError`.
  public static func convert(
    _ files: [ImportFile], identity: String?
  ) throws(ImportError) -> Conversion {
    var outline = OrgOutline(name: "", folder: nil)
    outline.tree.identity = identity
    let texts = files.filter { $0.bytes != nil }
    outline.outlines = Set(texts.map { $0.stem + ".org" })
    for file in texts { outline.prepare(lines(of: file.bytes ?? Data())) }
    for file in texts {
      (outline.keywords, outline.states, outline.open) = ([:], usual, [])
      (outline.name, outline.folder) = (file.stem, file.url.deletingLastPathComponent())
      (outline.isWhole, outline.notes) = (true, [:])
      outline.read(file.bytes ?? Data())
    }
    var conversion = try outline.tree.converted()
    let used = Set(conversion.document.items.flatMap(\.files).map(\.standardizedFileURL))
    for file in files where file.bytes == nil && !used.contains(file.url.standardizedFileURL) {
      conversion.leftOut.add("picture", named: file.path.joined(separator: "/"))
    }
    return conversion
  }

  static func convert(
    _ data: Data, name: String? = nil, identity: String? = nil, folder: URL? = nil
  ) throws(ImportError) -> Conversion {
    var outline = OrgOutline(name: name ?? "", folder: folder)
    outline.tree.identity = identity
    outline.read(data)
    return try outline.tree.converted()
  }

  private init(name: String, folder: URL?) { (self.name, self.folder) = (name, folder) }

  private static func lines(of data: Data) -> [Substring] {
    Charset.decode(Array(data), nil).replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private mutating func read(_ data: Data) {
    let lines = Self.lines(of: data)
    prepare(lines)
    text = OrgText(titles: titles, outlines: outlines)
    var hidden: Int?
    for (number, line) in lines.enumerated() {
      if number % 100 == 0 { WorkProgress.step(number, of: lines.count) }
      let level = text.isVerbatim ? 0 : line.prefix { $0 == "*" }.count
      let isHeadline = level > 0 && line.dropFirst(level).first == " "
      if isHeadline, let above = hidden, level <= above { hidden = nil }
      if hidden != nil { continue }
      if isHeadline {
        let words = line.dropFirst(level + 1)
        if words.hasPrefix("COMMENT ") || words == "COMMENT" {
          hidden = level
          tree.conversion.leftOut.add("commented headline", named: String(words.dropFirst(8)))
        } else {
          begin(words, level: level)
        }
      } else if !text.isVerbatim, line.hasPrefix("[fn:"), footnote(line) != nil {
        // It is written below the text that mentions it.
      } else {
        text.add(String(line))
      }
    }
    beginFile()
    close()
  }

  /// Finds what belongs to the whole file: keywords, footnotes, IDs.
  private mutating func prepare(_ lines: [Substring]) {
    var given: Set<String> = []
    var title: Substring?
    for line in lines {
      if line.hasPrefix("#+"), let colon = line.firstIndex(of: ":") {
        let key = line[..<colon].dropFirst(2).lowercased()
        let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        if ["todo", "seq_todo", "typ_todo"].contains(key) {
          given.formUnion(
            value.split(separator: " ").map { String($0.prefix { $0 != "(" }) }.filter { $0 != "|" }
          )
        } else if keywords[key] == nil {
          keywords[key] = value
        }
      } else if line.hasPrefix("[fn:"), let (name, text) = footnote(line) {
        notes[name] = notes[name] ?? text
      } else if line.hasPrefix("*") {
        title = line.drop { $0 == "*" }
      } else if let title, line.contains(":ID:") {
        let id = line.trimmingCharacters(in: .whitespaces).dropFirst(4)
          .trimmingCharacters(in: .whitespaces)
        if !given.isEmpty { states = given }
        titles[id] = titles[id] ?? headline(title.drop { $0 == " " }).post.title
      }
    }
    if !given.isEmpty { states = given }
  }

  /// Reads the text of a footnote: `[fn:1] text`.
  private func footnote(_ line: Substring) -> (name: String, text: String)? {
    let name = line.dropFirst(4).prefix { $0 != "]" && $0 != ":" }
    let rest = line.dropFirst(4 + name.count)
    guard rest.first == "]", !name.isEmpty else { return nil }
    var inline = OrgInline()
    return (String(name), inline.markdown(rest.dropFirst().trimmingCharacters(in: .whitespaces)))
  }

  private mutating func begin(_ words: Substring, level: Int) {
    if open.isEmpty { beginFile() }
    close()
    text = OrgText(titles: titles, outlines: outlines)
    while let last = open.last, last.level >= level { open.removeLast() }
    var (post, priority) = headline(words)
    post.parent = open.last?.place
    post.authorName = keywords["author"]
    self.priority = priority
    open.append((level, tree.add(post)))
  }

  /// Adds a post for what the file says before its headlines, if it says anything.
  private mutating func beginFile() {
    guard open.isEmpty, isWhole || keywords["title"] != nil || !text.isEmpty else { return }
    let tags = (keywords["filetags"] ?? "").split { $0 == ":" || $0 == " " }
    var post = ImportedPost(
      title: keywords["title"] ?? name, summary: tags.joined(separator: " · "))
    post.authorName = keywords["author"]
    post.createdAt = keywords["date"].flatMap(Self.date)
    if isWhole { post.linkNames = [OrgInline.linkName(ofFile: name + ".org")] }
    open = [(0, tree.add(post))]
  }

  /// Gives the last headline its text.
  private mutating func close() {
    guard let place = open.last?.place else { return }
    let rows: [PropertyTable.Row] = priority.map { [("priority", $0)] } ?? []
    tree.posts[place].body = text.markdown(notes: notes, rows: rows)
    if let created = text.property("CREATED") ?? text.property("DATE") {
      tree.posts[place].createdAt = Self.date(created)
    }
    if let id = text.property("ID") {
      tree.posts[place].linkNames.append(BodyLink.name(for: "id:\(id)"))
    }
    showPictures(in: &tree.posts[place])
    for other in text.files where !NoteLinks.isPicture(other) {
      tree.conversion.leftOut.addFile(other)
    }
    priority = nil
  }

  /// Makes the text of the last headline show its pictures; the first picture is that of the post.
  private func showPictures(in post: inout ImportedPost) {
    var files: [String: URL] = [:]
    for path in text.files where NoteLinks.isPicture(path) { files[path] = file(path) }
    if files.isEmpty { return }
    var shown = post
    shown.body = BodyMark.readdressing(post.body) { path in
      files[path].flatMap { shown.show(.file($0), orElse: path) }
    }
    shown.picture = text.files.lazy.compactMap { files[$0] }.first.map(ImportedPicture.file)
    post = shown
  }

  /// Returns a file beside the outline; nil if there is none.
  private func file(_ path: String) -> URL? {
    guard let folder, !path.hasPrefix("/"), !path.hasPrefix("~"),
      !path.split(separator: "/").contains("..")
    else { return nil }
    let url = folder.appendingPathComponent(path)
    let values = try? url.resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true ? url : nil
  }

  /// `TODO [#A] words :tag:`, with the state and the tags as summary.
  private func headline(_ line: Substring) -> (post: ImportedPost, priority: String?) {
    var words = line.split(separator: " ").map(String.init)
    var notes: [String] = []
    if let state = words.first, states.contains(state) {
      notes.append(state.lowercased())
      words.removeFirst()
    }
    var priority: String?
    if let mark = words.first, mark.count == 4, mark.hasPrefix("[#"), mark.hasSuffix("]") {
      priority = String(mark.dropFirst(2).dropLast())
      words.removeFirst()
    }
    if let tags = words.last, tags.count > 2, tags.hasPrefix(":"), tags.hasSuffix(":"),
      tags.allSatisfy({ $0.isLetter || $0.isNumber || "_@#%:".contains($0) })
    {
      notes += tags.split(separator: ":").map(String.init)
      words.removeLast()
    }
    var inline = OrgInline()
    inline.titles = titles
    let post = ImportedPost(
      title: inline.plain(words.joined(separator: " ")), summary: notes.joined(separator: " · "))
    return (post, priority)
  }

  /// A time such as `[2024-02-29 Thu 10:30]`.
  private static func date(_ text: String) -> Date? {
    let parts = text.split { "[]<> ".contains($0) }
    guard let day = parts.first(where: { $0.count == 10 && $0.first?.isNumber == true }) else {
      return nil
    }
    let time = parts.first { $0.count == 5 && $0.dropFirst(2).first == ":" }
    return time.map { WireDate.date("\(day)T\($0):00Z") } ?? ForeignDate.date(String(day))
  }
}
