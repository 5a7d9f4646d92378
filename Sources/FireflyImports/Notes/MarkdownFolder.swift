import FireflyCore
import FireflyForeign
import FireflyTransfer
import Foundation

/// Converts a folder of Markdown files to a tree: notes in the folder `a` are below `a.md`.
///
/// A folder without such a file is a post with the folder's name and the text of `index.md`,
/// `_index.md`, `README.md` or `a/a.md` in it.
package enum MarkdownFolder {
  private static let indexNames: Set<String> = ["index", "_index", "readme"]

  /// A post, and the folder of its replies.
  private struct Entry {
    var post: ImportedPost
    var place: String
    var folder: String?
    /// Whether the post stands for the folder, without a file next to it.
    var isOwn = false
    /// The name that orders siblings without an `id`.
    var name: String
  }

  private struct Folder {
    var notes: [(stem: String, note: MarkdownNote, place: String)] = []
    var folders: Set<String> = []
  }

  /// Converts the files.
  ///
  /// Siblings have the order of their `id` in the front matter; without one, that of their names, from top to
  /// bottom.
  /// - Parameters:
  ///   - files: Markdown files, and the other files of their folder.
  ///   - identity: names the folder, so that importing it again updates the same posts; nil to add them.
  ///   - single: the folder of a single file, whose other files are not listed.
  /// - Returns: the posts.
  package static func convert(
    _ files: [ImportFile], identity: String? = nil, single: URL? = nil
  ) throws(ImportError) -> Conversion {
    let files = JoplinExport(files)?.files ?? NotionExport(files)?.files ?? files
    var conversion = Conversion()
    conversion.document.place = identity
    var used: Set<URL> = []
    let folders = folders(of: files, NoteLinks(files, single: single), &conversion)
    // A stack instead of recursion; the next post is on top.
    var waiting = entries(of: folders[""] ?? Folder(), "", without: nil, folders)
      .reversed().map { (entry: $0, parent: Int?.none) }
    while let (entry, parent) = waiting.popLast() {
      var post = entry.post
      if let identity, post.source == nil {
        let steps = FileKey.Steps([entry.place])
        post.source = PostSource(name: PostSource.file, key: steps.key(in: identity, below: nil))
        post.fileSteps = steps
      }
      let place = try conversion.document.add(post, below: parent, from: entry.place)
      if entry.post.template == .deleted { conversion.deleted += 1 }
      used.formUnion(post.files)
      guard let path = entry.folder, let folder = folders[path] else { continue }
      let own = entry.isOwn ? ownNote(of: folder, path) : nil
      if entry.isOwn, own == nil { conversion.folders += 1 }
      for entry in entries(of: folder, path, without: own, folders).reversed() {
        waiting.append((entry, place))
      }
    }
    for file in files where file.bytes == nil && !used.contains(file.url) {
      conversion.leftOut.addFile(file.path.joined(separator: "/"))
    }
    return conversion
  }

  /// Returns the folders with Markdown files, by their paths.
  private static func folders(
    of files: [ImportFile], _ links: NoteLinks, _ conversion: inout Conversion
  ) -> [String: Folder] {
    var links = links
    let isLogseq = LogseqPage.isGraph(files)
    let texts = files.filter { $0.bytes != nil }
    let notes = texts.enumerated().map { index, file in
      WorkProgress.step(index, of: 2 * texts.count)
      return (file, MarkdownNote(file, links, isLogseq: isLogseq))
    }
    if notes.contains(where: \.1.hasHTML), let problem = HTMLText.problem {
      conversion.complaints.append(problem)
    }
    for (file, note) in notes {
      links.add(file, title: note.post.title)
      if isLogseq { links.addBlocks(of: file) }
    }
    links.order()
    for (file, note) in notes { links.add(file, aliases: note.aliases) }
    let pages = isLogseq ? LogseqLinks(notes, links) : nil
    let stems = Set(notes.map { $0.0.path.dropLast().joined(separator: "/") + "/" + $0.0.stem })
    var folders: [String: Folder] = [:]
    for (index, (file, var note)) in notes.enumerated() {
      WorkProgress.step(notes.count + index, of: 2 * notes.count)
      if let pages { note.resolve(pages) }
      let resolved = note.resolve(links)
      let place = file.path.joined(separator: "/")
      conversion.unresolvedLinks += resolved.missing.count
      for name in resolved.missing {
        conversion.unresolved.add(
          "link", named: "\(name) in \(place)")
      }
      for name in resolved.ambiguous {
        conversion.guessed.add(
          "link to one of several notes", "links to one of several notes",
          named: "\(name) in \(place)")
      }
      // The files of a folder are counted with the folder.
      if links.isSingle { resolved.files.forEach { conversion.leftOut.addFile($0) } }
      if note.hasUnreadDate { conversion.addUnreadDate(of: place) }
      if note.hasGuessedDate { conversion.guessed.add("date", named: place) }
      if file.hasGuessedCharset { conversion.guessed.add("character set", named: place) }
      conversion.leftOut.add("comment", count: note.comments)
      let (folder, stem) = Self.place(of: file, note, isLogseq: isLogseq, among: stems)
      conversion.complaints += note.complaints.map { "\(ForeignText.cleanLine(place)): \($0)" }
      var path = folder
      if isLogseq, [note.pageTitle, file.stem].contains(where: note.isTitled) { note.rename(stem) }
      folders[path.joined(separator: "/"), default: Folder()].notes.append((stem, note, place))
      // Parent folders count even without a file of their own.
      while let name = path.popLast() {
        let isNew =
          folders[path.joined(separator: "/"), default: Folder()].folders.insert(name).inserted
        if !isNew { break }
      }
    }
    return folders
  }

  /// Maximum levels that the name of a page has; the rest of it is one name.
  private static let deepest = 32

  /// Returns the folder and the name of a note in the tree, which may be in its file's name: as
  /// `a___b` of Logseq, or `a.b` of Dendron if there is an `a`.
  private static func place(
    of file: ImportFile, _ note: MarkdownNote, isLogseq: Bool, among stems: Set<String>
  ) -> (folder: [String], stem: String) {
    let folder = Array(file.path.dropLast())
    var parts = [file.stem]
    if isLogseq {
      parts = (note.pageTitle ?? LogseqPage.name(ofFile: file.stem))
        .split(separator: "/", maxSplits: deepest)
        .map(String.init)
    } else if note.isDendron {
      let names = file.stem.split(separator: ".").map(String.init)
      let above = names.dropLast().joined(separator: ".")
      if names.count > 1, stems.contains(folder.joined(separator: "/") + "/" + above) {
        parts = names
      }
    }
    return (folder + parts.dropLast(), parts.last ?? file.stem)
  }

  private static func entries(
    of folder: Folder, _ path: String, without own: Int?, _ folders: [String: Folder]
  ) -> [Entry] {
    func below(_ name: String) -> String { path.isEmpty ? name : "\(path)/\(name)" }
    var entries: [Entry] = []
    var named: Set<String> = []
    for (index, (stem, note, place)) in folder.notes.enumerated() where index != own {
      let isFirst = named.insert(stem).inserted
      let folder = isFirst && folder.folders.contains(stem) ? below(stem) : nil
      entries.append(Entry(post: note.post, place: place, folder: folder, name: stem))
    }
    for name in folder.folders where !named.contains(name) {
      let title = ForeignText.cleanLine(name)
      var post = ImportedPost(title: title)
      if let inner = folders[below(name)], let index = ownNote(of: inner, below(name)) {
        post = inner.notes[index].note.post
        if indexNames.contains(post.title.lowercased()) { post.title = title }
      }
      entries.append(
        Entry(post: post, place: below(name), folder: below(name), isOwn: true, name: name))
    }
    // Of posts with the same date, later ones are shown first.
    return entries.sorted { first, second in
      switch (first.post.id, second.post.id) {
      case (let one?, let other?): (one, first.place) < (other, second.place)
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil):
        first.name.compare(second.name, options: [.numeric, .caseInsensitive])
          == .orderedDescending
      }
    }
  }

  /// Returns the note with the text of the folder itself.
  private static func ownNote(of folder: Folder, _ path: String) -> Int? {
    let name = path.split(separator: "/").last.map(String.init)
    return folder.notes.firstIndex { $0.stem == name || indexNames.contains($0.stem.lowercased()) }
  }
}
