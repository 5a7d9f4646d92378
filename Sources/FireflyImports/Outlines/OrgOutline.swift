import FireflyCore
import FireflyForeign
import FireflyText
import FireflyTransfer
import Foundation

/// Converts an Org file: each headline is a post, with its text as Markdown.
package struct OrgOutline {
  private var tree = ForeignTree(PostSource.file, isOutline: true)
  /// Whether the file itself is a post, also without a title.
  private var isWhole = false
  /// What each file says as a whole, by their paths in the import.
  private var heads: [String: OrgHead] = [:]
  private var (links, reading, section) = (Links(), Reading(), Section())

  private struct Links {
    /// What they can lead to.
    var targets = OrgTargets()
    /// The indices of the posts that they may mean, and how often each is written.
    var (places, counts): ([String: Int], [String: Int]) = ([:], [:])
  }

  /// The file that is read.
  private struct Reading {
    var file = ImportFile(path: [], url: URL(fileURLWithPath: "/"))
    var open: [(level: Int, place: Int)] = []
    /// The names of the footnotes that the texts mention.
    var mentioned: Set<String> = []
    /// For what has none.
    var date: Date?
  }

  /// What the last headline says.
  private struct Section {
    var text = OrgText()
    var priority: String?
  }

  /// Converts the outlines of a folder: each file is a post, with its headlines below.
  package static func convert(
    _ files: [ImportFile], identity: String?
  ) throws(ImportError) -> Conversion {
    var outline = OrgOutline()
    outline.tree.identity = identity
    outline.isWhole = true
    let texts = files.filter { $0.bytes != nil }
    for file in texts { outline.prepare(file) }
    for file in texts { outline.read(file) }
    var conversion = try outline.converted()
    let used = Set(conversion.document.items.flatMap(\.files).map(\.standardizedFileURL))
    for file in files where file.bytes == nil && !used.contains(file.url.standardizedFileURL) {
      conversion.leftOut.addFile(file.path.joined(separator: "/"))
    }
    return conversion
  }

  static func convert(
    _ data: Data, name: String, identity: String? = nil, folder: URL? = nil
  ) throws(ImportError) -> Conversion {
    var outline = OrgOutline()
    outline.tree.identity = identity
    let url = folder?.appendingPathComponent(name)
    let attributes = url.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.path) }
    let file = ImportFile(
      path: [name], bytes: data, url: url ?? URL(fileURLWithPath: "/" + name),
      changed: attributes?[.modificationDate] as? Date)
    outline.prepare(file)
    outline.read(file)
    return try outline.converted()
  }

  /// Gives the posts that are linked their names, and counts the other links.
  private consuming func converted() throws(ImportError) -> Conversion {
    for (key, count) in links.counts.sorted(by: { $0.key < $1.key }) {
      if let place = links.places[key] {
        tree.posts[place].linkNames.append(BodyLink.name(for: key))
      } else {
        tree.conversion.unresolvedLinks += count
      }
    }
    return try tree.converted()
  }

  private static func lines(of file: ImportFile) -> [Substring] {
    let text = Charset.decode(Array(file.bytes ?? Data()), nil).replacing("\r\n", with: "\n")
    return OrgMacros.replaced(in: text.split(separator: "\n", omittingEmptySubsequences: false))
  }

  private var path: String { reading.file.path.joined(separator: "/") }
  private var head: OrgHead? { heads[path] }
  private func keyword(_ key: String) -> String? { head?.keywords[key] }

  private mutating func prepare(_ file: ImportFile) {
    let path = file.path.joined(separator: "/")
    heads[path] = OrgHead(
      Self.lines(of: file), path: path, name: file.stem, into: &links.targets)
  }

  private mutating func read(_ file: ImportFile) {
    reading = Reading(file: file)
    if file.hasGuessedCharset { tree.conversion.guessed.add("character set", named: path) }
    findDate()
    let lines = Self.lines(of: file)
    section = Section(text: OrgText(targets: links.targets, in: path))
    var notes = OrgNotes()
    var hidden: Int?
    // A comment without an end would take all that follows.
    func isLine(_ line: Substring, _ words: String) -> Bool {
      line.trimmingCharacters(in: .whitespaces).lowercased() == words
    }
    let lastEnd = lines.lastIndex { isLine($0, "#+end_comment") } ?? -1
    for (number, line) in lines.enumerated() {
      if number % 100 == 0 { WorkProgress.step(number, of: lines.count) }
      let level = section.text.isVerbatim ? 0 : line.prefix { $0 == "*" }.count
      let isHeadline = level > 0 && line.dropFirst(level).first == " "
      if isHeadline, let above = hidden, level <= above { hidden = nil }
      // Footnotes are written below the text that mentions them.
      if !section.text.isVerbatim, notes.reads(line) || hidden != nil { continue }
      if isHeadline {
        let words = line.dropFirst(level + 1)
        if words.hasPrefix("COMMENT ") || words == "COMMENT" {
          hidden = level
          tree.conversion.leftOut.add("commented headline", named: String(words.dropFirst(8)))
        } else {
          begin(words, level: level)
        }
      } else if section.text.isVerbatim || number < lastEnd || !isLine(line, "#+begin_comment") {
        section.text.add(String(line))
      }
    }
    beginFile()
    close()
    for name in (head?.notes.texts ?? [:]).keys.sorted() where !reading.mentioned.contains(name) {
      tree.conversion.leftOut.add(
        "footnote that no text mentions", "footnotes that no text mentions", named: name)
    }
  }

  /// Finds the date of the file: the one that it names, that of its name, or when it was changed.
  private mutating func findDate() {
    let named = keyword("date").flatMap { Self.date($0) ?? ForeignDate.date($0) }
    if named == nil, keyword("date")?.isEmpty == false { tree.conversion.addUnreadDate(of: path) }
    let day = ForeignDate.day(ofName: reading.file.stem)
    reading.date = named ?? day ?? reading.file.changed
    let isGuessed = named == nil && reading.date != nil && day == nil
    if isGuessed { tree.conversion.guessed.add("date", named: path) }
  }

  private mutating func begin(_ words: Substring, level: Int) {
    if reading.open.isEmpty { beginFile() }
    close()
    section = Section(text: OrgText(targets: links.targets, in: path))
    while let last = reading.open.last, last.level >= level { reading.open.removeLast() }
    var inline = OrgInline()
    (inline.targets, inline.file) = (links.targets, path)
    let headline = OrgHeadline(words, states: head?.states ?? [], inline)
    var post = headline.post
    post.parent = reading.open.last?.place
    post.authorName = keyword("author")
    post.createdAt =
      Self.stamp(in: headline.words) ?? ForeignDate.day(ofName: headline.title)
      ?? post.parent.map { tree.posts[$0].createdAt } ?? reading.date
    section.priority = headline.priority
    section.text.addLinks(ofHeadline: headline.words)
    reading.open.append((level, tree.add(post)))
    record(OrgTargets.key(ofHeadline: headline.title, in: path))
  }

  /// Notes that links with a key lead to the last headline.
  private mutating func record(_ key: String) {
    if let place = reading.open.last?.place, links.places[key] == nil { links.places[key] = place }
  }

  /// Adds a post for what the file says before its headlines, if it says anything.
  private mutating func beginFile() {
    guard reading.open.isEmpty, isWhole || keyword("title") != nil || !section.text.isEmpty else {
      return
    }
    let tags = (keyword("filetags") ?? "").split { $0 == ":" || $0 == " " }
    var post = ImportedPost(
      title: keyword("title") ?? reading.file.path.last.map { isWhole ? reading.file.stem : $0 }
        ?? "",
      summary: tags.joined(separator: " · "))
    post.authorName = keyword("author")
    post.createdAt = reading.date
    reading.open = [(0, tree.add(post))]
    record(OrgTargets.key(ofFile: path))
  }

  /// Gives the last headline its text.
  private mutating func close() {
    guard let place = reading.open.last?.place else { return }
    let rows: [PropertyTable.Row] = section.priority.map { [("priority", $0)] } ?? []
    let dated = ["CREATED", "DATE", "EXPORT_DATE"].compactMap { key in
      section.text.property(key).flatMap(Self.date).map { (key: key, date: $0) }
    }.first
    tree.posts[place].body = section.text.end(
      notes: head?.notes.texts ?? [:], rows: rows, without: dated?.key)
    if let dated {
      tree.posts[place].createdAt = dated.date
    } else if let date = (section.text.stamp ?? section.text.closed).flatMap(Self.date) {
      tree.posts[place].createdAt = date
    }
    if let id = section.text.property("ID") { record(OrgTargets.key(ofID: id)) }
    if let id = section.text.property("CUSTOM_ID") {
      record(OrgTargets.key(ofCustomID: id, in: path))
    }
    if section.text.inline.files.contains(where: NoteLinks.isPicture) { showPictures(at: place) }
    for other in section.text.inline.files {
      let isThere = file(other) != nil
      if NoteLinks.isPicture(other) {
        if !isThere { tree.conversion.leftOut.add("missing picture", named: other) }
      } else if !isThere {
        tree.conversion.unresolvedLinks += 1
        tree.conversion.unresolved.add("link", named: "\(other) in \(path)")
      } else if !isWhole {
        // The files of a folder are counted with the folder.
        tree.conversion.leftOut.addFile(other)
      }
    }
    for key in section.text.inline.linked { links.counts[key, default: 0] += 1 }
    reading.mentioned.formUnion(section.text.inline.mentioned)
    tree.conversion.unresolvedLinks += section.text.inline.unresolvedLinks
    tree.conversion.leftOut.add("comment", count: section.text.comments)
  }

  /// Makes the text of the last headline show its pictures; the first picture is that of the post.
  private mutating func showPictures(at place: Int) {
    var files: [String: URL] = [:]
    for path in section.text.inline.files where NoteLinks.isPicture(path) {
      files[path] = file(path)
    }
    // Not in place: the outline is read meanwhile, and all its posts would be copied.
    var shown = tree.posts[place]
    shown.body = BodyMark.readdressing(shown.body) { path in
      files[path].flatMap { shown.show(.file($0), orElse: path) }
    }
    shown.picture = section.text.inline.files.lazy.compactMap { files[$0] }.first.map(
      ImportedPicture.file)
    tree.posts[place] = shown
  }

  /// Returns a file near the outline; nil if there is none in the imported folder.
  private func file(_ path: String) -> URL? {
    guard !path.hasPrefix("/"), !path.hasPrefix("~"),
      let steps = ForeignPath.steps(path, from: reading.file.path.dropLast())
    else { return nil }
    let folder = reading.file.path.reduce(reading.file.url) { url, _ in
      url.deletingLastPathComponent()
    }
    return folder.file(at: steps)
  }

  /// The first date such as `[2024-02-29 Thu]` in a headline.
  private static func stamp(in words: String) -> Date? {
    guard words.contains("[") else { return nil }
    return words.split(separator: "[", omittingEmptySubsequences: false).dropFirst().lazy
      .compactMap { piece in piece.firstIndex(of: "]").flatMap { date(String(piece[..<$0])) } }
      .first
  }

  /// A time such as `[2024-02-29 Thu 10:30]`.
  private static func date(_ text: String) -> Date? {
    let parts = text.split { "[]<> ".contains($0) }
    guard
      let day = parts.first(where: {
        $0.count == 10 && $0.first?.isNumber == true && $0.dropFirst(4).first == "-"
      })
    else { return ForeignDate.date(text.trimmingCharacters(in: .whitespaces)) }
    let time = parts.first { $0.count == 5 && $0.dropFirst(2).first == ":" }
    return time.map { WireDate.date("\(day)T\($0):00Z") } ?? ForeignDate.date(String(day))
  }
}
