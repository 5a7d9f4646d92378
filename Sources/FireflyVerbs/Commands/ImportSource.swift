import ArgumentParser
import FireflyCore
import FireflyForeign
import FireflyImports
import FireflySources
import FireflyStore
import FireflyTransfer
import Foundation

extension ImportFormat: ExpressibleByArgument {}

/// The input of `firefly import`: a file, a folder, or standard input.
struct ImportSource {
  /// The path; `-` is standard input.
  private(set) var path: String
  /// The format that the user named; nil to detect it.
  var format: ImportFormat?
  /// Whether to include posts that are not public.
  let isPrivate: Bool
  /// The date before which mails are left out; nil for none.
  var since: Date?
  /// What identifies the file or folder instead of its path: the name that the user gives it, or the
  /// path of the archive that it was in.
  var givenIdentity: String?
  /// The name of the archive that it was in, for messages; nil if it is where the user has it.
  var archive: String?

  /// Where an archive is unpacked; removed after the import.
  static var scratch: ScratchFolder { VerbEnvironment.current.scratch }

  /// The path as typed, if the file's name is not UTF-8.
  private(set) var typed: String?

  /// The name for messages.
  var name: String { archive ?? typed ?? InputFile(path: path).name }

  /// The last part of the path.
  private var fileName: String {
    URL(fileURLWithPath: typed ?? path).lastPathComponent
  }

  /// Finds the file of an argument whose bytes are not UTF-8, by its descriptor, or that is in another folder.
  mutating func readRawArgument() {
    let named = path == "-" ? path : VerbEnvironment.current.path(path)
    guard let opened = RawArgument.path(of: path) ?? (named == path ? nil : named) else { return }
    let place = URL(fileURLWithPath: named).standardizedFileURL.path
    (typed, givenIdentity) = (path, givenIdentity ?? place)
    path = opened
  }

  /// What it is, if it has several files.
  private var kind: String { archive == nil ? "folder" : "archive" }

  /// The name in lines that are short.
  var shortName: String {
    let name = path == "-" ? self.name : fileName
    return ForeignText.cleanLine(name, limit: 100).shortened(to: 30)
  }

  /// The number of feeds in a file in OPML.
  var feedCount: Int {
    guard path != "-", let data = try? InputFile(path: path).read(limit: ImportDocument.maxBytes)
    else { return 0 }
    return FeedOutline.feeds(in: data)?.count ?? 0
  }

  /// Reads and converts the input.
  ///
  /// - Returns: its format, and the posts.
  /// - Throws: `Failure`, `ImportError`.
  func read() throws -> (ImportFormat, Conversion) {
    if isFolder { return try readFolder() }
    let input = InputFile(path: path, typed: typed)
    let start = try isReadTwice ? input.read(limit: 8_191) : Data()
    if let conversion = try mailbox(start) { return (.mail, conversion) }
    if let content = try archive(start) { return content }
    // Standard input can be read only once.
    var data =
      try path == "-"
      ? start + input.read(limit: ImportDocument.maxBytes)
      : input.read(limit: ImportDocument.maxBytes)
    guard data.count <= ImportDocument.maxBytes else {
      throw ImportError.tooLarge(limit: ImportDocument.maxBytes)
    }
    var fileName = path == "-" ? "standard input" : fileName
    if GzipFile.isOne(data) {
      data = try GzipFile.unpacked(data, limit: ImportDocument.maxBytes)
      if fileName.hasSuffix(".gz") { fileName.removeLast(3) }
    }
    if ArchiveFile.isOne(data) {
      return try readArchive { try ArchiveFile.unpack(data, into: $0) }
    }
    let recognised = ImportFormat.recognised(data, name: path == "-" ? "" : fileName)
    if let packer = Self.packer(of: data) {
      throw Failure("\(name): this is compressed by \(packer). Unpack it first, with \(packer) -d.")
    }
    if format == nil, recognised == nil || recognised == .json,
      let words = RefusedFile.words(data)
    {
      throw Failure("\(name): \(words)")
    }
    let isEmpty = data.allSatisfy { $0 <= 0x20 }
    // A text without any marks is a note.
    let isNote = fileName.lowercased().hasSuffix(".txt") && Charset.isText(data)
    guard let format = format ?? recognised ?? (isNote && !isEmpty ? .markdown : nil) else {
      throw Failure(
        isEmpty
          ? "\(name): there is nothing in it."
          : "\(name): the format is unknown. "
            + (VerbEnvironment.current.isInShell
              ? "Name it with --from, such as --from markdown."
              : "Import takes Markdown, Org, mails, OPML, files of services, and folders and archives of these.")
      )
    }
    if since != nil { throw Failure("--since is for files of mails only.") }
    if isPrivate, format != .mastodon { throw Failure("--private is for posts of mastodon only.") }
    if let problem = format.problem { throw Failure(problem) }
    let conversion = try format.convert(
      data, name: fileName, identity: identity(of: data), withPrivate: isPrivate,
      folder: path == "-" ? nil : URL(fileURLWithPath: typed ?? path).deletingLastPathComponent())
    if format != .json, conversion.document.count == 0, conversion.skipped == 0 {
      throw noPosts(of: format, recognised)
    }
    return (format, conversion)
  }

  /// Returns the program that has compressed some data, if Firefly can't unpack it; nil for other data.
  private static func packer(of data: Data) -> String? {
    let marks: [(String, [UInt8])] = [
      ("bzip2", Array("BZh".utf8)), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
    ]
    // Words may begin with the mark of bzip2; a block follows it.
    let block: [UInt8] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
    return marks.first { name, mark in
      data.starts(with: mark) && (name != "bzip2" || data.dropFirst(4).starts(with: block))
    }?.0
  }

  /// Converts a file of mails while it is read, as it may be larger than an import; nil for others.
  ///
  /// - Parameter start: its first bytes.
  /// - Returns: the posts.
  /// - Throws: `Failure`, `ImportError`.
  private func mailbox(_ start: Data) throws -> Conversion? {
    var name = path == "-" ? "" : fileName
    var words = start
    if GzipFile.isOne(start) {
      words = GzipFile.beginning(of: start)
      if name.hasSuffix(".gz") { name.removeLast(3) }
    }
    let recognised = ImportFormat.recognised(words, name: name)
    guard !words.isEmpty, !ArchiveFile.isOne(words), Self.packer(of: words) == nil,
      (format ?? recognised) == .mail
    else { return nil }
    if isPrivate { throw Failure("--private is for posts of mastodon only.") }
    if let problem = ImportFormat.mail.problem { throw Failure(problem) }
    let conversion = try mails(start)
    if conversion.document.count > 0 || !conversion.leftOut.isEmpty { return conversion }
    throw noPosts(of: .mail, recognised)
  }

  /// Returns what is wrong with a file without posts of a format, and which one it looks like.
  private func noPosts(of format: ImportFormat, _ recognised: ImportFormat?) -> Failure {
    let guess = recognised.flatMap { $0 == format ? nil : " It looks like \($0.rawValue)." }
    return Failure(
      "\(name): there are no posts of the format \(format.rawValue) in it.\(guess ?? "")")
  }

  /// Converts the mails of the file or folder, of standard input those after its first bytes.
  private func mails(_ start: Data = Data()) throws -> Conversion {
    do {
      if path == "-" {
        return try MailFolder.convert(
          start, and: VerbEnvironment.current.input.handle, since: since)
      }
      return try MailFolder.convert(URL(fileURLWithPath: path), since: since)
    } catch ImportError.tooLarge {
      throw Failure(
        "\(name): there is more text than an import can have."
          + VerbEnvironment.current.advice(
            " Import the newer mails with --since, such as --since 2024-01-01."))
    }
  }

  private func readFolder() throws -> (ImportFormat, Conversion) {
    guard access(path, R_OK | X_OK) == 0 else {
      throw Failure("\(name) can't be read: \(StandardStreams.reason(errno)).")
    }
    let folder = URL(fileURLWithPath: path)
    let outbox = folder.appendingPathComponent("outbox.json")
    let isArchive = FileManager.default.fileExists(atPath: outbox.path)
    if isArchive, format ?? .mastodon == .mastodon {
      var (format, conversion) = try ImportSource(
        path: outbox.path, format: .mastodon, isPrivate: isPrivate, archive: archive
      ).read()
      conversion.leftOut.add(MastodonLists.leftOut(in: folder))
      return (format, conversion)
    }
    switch format ?? (MailFolder.isOne(folder) ? .mail : .markdown) {
    case .mail:
      let conversion = try mails()
      guard conversion.document.count > 0 || conversion.leftOut.has("older mail") else {
        throw Failure("\(name): there are no mails in this \(kind).")
      }
      return (.mail, conversion)
    case .markdown:
      let content = try ImportFolder(markdown: folder)
      if format == nil, content.hasMoreOthers {
        var outlines = self
        outlines.format = .org
        return try outlines.readFolder()
      }
      if format == nil, !content.hasTexts, let posts = try readWeb(nil, in: folder) { return posts }
      guard content.hasTexts else {
        let words = content.refusal ?? "there are no Markdown files in this \(kind)."
        throw Failure(content.complaints.first ?? "\(name): \(words)")
      }
      var conversion = try MarkdownFolder.convert(content.files, identity: identity)
      conversion.complaints = content.complaints + conversion.complaints
      conversion.leftOut.add(content.leftOut)
      return (.markdown, conversion)
    case .org:
      let content = try ImportFolder(org: folder)
      guard content.hasTexts else {
        throw Failure("\(name): there are no Org files in this \(kind).")
      }
      var conversion = try OrgOutline.convert(content.files, identity: identity)
      conversion.complaints = content.complaints + conversion.complaints
      conversion.leftOut.add(content.leftOut)
      return (.org, conversion)
    case let other where other.isOfTheWeb:
      guard let posts = try readWeb(other, in: folder) else {
        throw Failure("\(name): there are no posts of the format \(other.rawValue) in it.")
      }
      return posts
    case let other:
      throw Failure("\(name): this is a \(kind); --from \(other.rawValue) needs a file.")
    }
  }

  /// Reads a folder of files of a service on the web.
  ///
  /// - Parameter named: the format that the user named; nil to recognise it.
  /// - Returns: nil if there are no posts.
  /// - Throws: `Failure`, `ImportError`.
  private func readWeb(
    _ named: ImportFormat?, in folder: URL
  ) throws -> (ImportFormat, Conversion)? {
    let content = try ImportFolder(json: folder)
    guard let format = named ?? content.formatOfWeb else { return nil }
    if let problem = format.problem { throw Failure(problem) }
    if isPrivate, format != .mastodon { throw Failure("--private is for posts of mastodon only.") }
    var conversion = try content.converted(as: format, withPrivate: isPrivate)
    conversion.complaints = content.complaints + conversion.complaints
    conversion.leftOut.add(content.leftOut)
    return conversion.document.count + conversion.skipped == 0 ? nil : (format, conversion)
  }

  /// The absolute path, which identifies the file; nil for standard input.
  var identity: String? {
    if let givenIdentity { return givenIdentity }
    return path == "-" || archive != nil
      ? nil : URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// What identifies the input; for standard input, its bytes.
  private func identity(of data: Data) -> String? {
    identity ?? (path == "-" ? "standard input \(Fingerprint.name(of: Array(data)))" : nil)
  }

  /// Whether it begins with the same bytes when it is read again, or is standard input, which remembers them.
  private var isReadTwice: Bool {
    var status = stat()
    return path == "-" || stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private var isFolder: Bool {
    var isFolder: ObjCBool = false
    return path != "-" && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
