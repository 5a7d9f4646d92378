import FireflyCore
import FireflyTransfer
import Foundation

/// A folder of mails: Maildirs with their subfolders, `.eml` files and mbox files, also compressed, and
/// other files that are mails, as in folders of MH.
package struct MailFolder {
  /// Bytes that are read at a time.
  private static let chunk = 4 << 20
  private static let (mails, boxes): (Set<String>, Set<String>) = (["eml"], ["mbox", "mbx"])
  /// Files without a known ending that are opened to recognise a folder, at most.
  private static let maxOpened = 20

  private var threads: MailThreads
  private var leftOut = Tally()

  /// Returns whether a folder has mails rather than notes.
  package static func isOne(_ folder: URL) -> Bool {
    if isMaildir(folder) { return true }
    var isMail = false
    // The first notes or mails decide.
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    var opened = 0
    for _ in 1...10_000 {
      guard let file = files?.nextObject() as? URL else { break }
      let ending = file.pathExtension.lowercased()
      if ["md", "markdown"].contains(ending) { return false }
      let isHere = mails.contains(ending) || boxes.contains(ending) || isCompressedBox(file)
      isMail = isMail || isHere || ending.isEmpty && isMaildir(file)
      // The names of mails in folders of MH are numbers; those of Maildir end with flags.
      guard !isMail, ending.allSatisfy({ !$0.isLetter }) || ending.contains(":"), opened < maxOpened
      else { continue }
      opened += 1
      isMail = beginsLikeMail(file)
    }
    return isMail
  }

  /// Returns whether a folder is a Maildir.
  package static func isMaildir(_ folder: URL) -> Bool {
    ["cur", "new"].allSatisfy { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(name).path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Reads and converts a file of mails, or a folder and those in it; follows no symbolic links.
  ///
  /// - Parameter since: the date before which mails are left out; nil for none.
  /// - Returns: the posts.
  /// - Throws: `ImportError`, or Foundation's error if it can't be read.
  package static func convert(_ place: URL, since: Date? = nil) throws -> Conversion {
    var reader = MailFolder(threads: MailThreads(since: since))
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder),
      isFolder.boolValue
    {
      try reader.read(place)
    } else {
      try reader.add(place, name: nil)
    }
    return try reader.converted()
  }

  /// Reads and converts mails that are not in a file.
  ///
  /// - Parameters:
  ///   - start: their beginning.
  ///   - rest: what follows it.
  ///   - since: the date before which mails are left out; nil for none.
  /// - Returns: the posts.
  /// - Throws: `ImportError`, or Foundation's error if they can't be read.
  package static func convert(
    _ start: Data, and rest: FileHandle, since: Date? = nil
  ) throws -> Conversion {
    var reader = MailFolder(threads: MailThreads(since: since))
    _ = try reader.add(start, rest, of: 0, MboxSplitter(), name: nil)
    return try reader.converted()
  }

  private mutating func converted() throws -> Conversion {
    var conversion = try threads.converted()
    conversion.leftOut.add(leftOut)
    return conversion
  }

  private mutating func read(_ folder: URL) throws {
    var walk = FolderWalk(folder)
    while let item = try walk.next() {
      let (name, url) = (item.name, item.url)
      let isHidden = name.hasPrefix(".")
      switch item.kind {
      case S_IFDIR where name == "tmp" && Self.isMaildir(url.deletingLastPathComponent()):
        countUndelivered(in: url, named: item.title)
      case S_IFDIR: walk.enter(item)
      case S_IFREG where !item.isReadable: if !isHidden { leftOut.addUnreadable(item.title) }
      case S_IFREG where isInMaildir(item.path.dropLast(), folder):
        if !isHidden { try add(url, name: item.title) }
      case S_IFREG where !isHidden || Self.isMail(url):
        if Self.isMail(url) || Self.beginsLikeMail(url) {
          try add(url, name: item.title)
        } else if !Self.isMaildir(url.deletingLastPathComponent()) {
          leftOut.addFile(item.title)
        }
      case S_IFLNK: leftOut.add("symbolic link", named: item.title)
      default: break
      }
    }
    leftOut.add(walk.leftOut)
    walk.unfound.forEach { leftOut.addUnreadable($0) }
  }

  /// Counts the mails that a program was still writing.
  private mutating func countUndelivered(in folder: URL, named path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where !name.hasPrefix(".") {
      leftOut.add(
        "mail that is not delivered yet", "mails that are not delivered yet",
        named: "\(path)/\(name)")
    }
  }

  private func isInMaildir(_ path: [String].SubSequence, _ folder: URL) -> Bool {
    guard let last = path.last, last == "cur" || last == "new" else { return false }
    return Self.isMaildir(path.dropLast().reduce(folder) { $0.appendingPathComponent($1) })
  }

  private static func isMail(_ url: URL) -> Bool {
    let ending = url.pathExtension.lowercased()
    return mails.contains(ending) || boxes.contains(ending) || isCompressedBox(url)
  }

  /// Returns whether a file begins with a header, whatever its name.
  private static func beginsLikeMail(_ url: URL) -> Bool {
    var status = stat()
    guard lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = try? FileHandle(forReadingFrom: url)
    else { return false }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 8_192)) ?? Data()
    return ImportFormat.recognised(start, name: "") == .mail
  }

  private static func isCompressedBox(_ url: URL) -> Bool {
    url.pathExtension.lowercased() == "gz"
      && boxes.contains(url.deletingPathExtension().pathExtension.lowercased())
  }

  private mutating func add(_ url: URL, name: String?) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    // A folder has no size; then the mails are counted.
    let size = name == nil ? try file.seekToEnd() : 0
    try file.seek(toOffset: 0)
    let splitter = MboxSplitter(name: url.lastPathComponent)
    let stored = Self.stored(url.lastPathComponent) ?? Self.changed(file)
    do {
      let isEmpty = try !add(Data(), file, of: Int(size), splitter, name: name, stored)
      if isEmpty, let name { leftOut.add("empty file", named: name) }
    } catch ImportError.damaged where name != nil {
      leftOut.add("damaged file", named: name)
    }
  }

  /// Returns when a mail was put into a Maildir, by its name: the seconds since 1970, a point, and more.
  private static func stored(_ name: String) -> Date? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard 9...10 ~= digits.count, name.dropFirst(digits.count).first == ".",
      name.dropFirst(digits.count + 1).contains("."), let seconds = Double(digits)
    else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  private static func changed(_ file: FileHandle) -> Date? {
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0 else { return nil }
    return Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
  }

  /// Adds the mails of a file, a piece at a time.
  ///
  /// - Parameters:
  ///   - start: what has been read of it.
  ///   - file: the rest.
  ///   - size: its bytes; 0 to show the number of mails as progress.
  ///   - splitter: splits it.
  ///   - name: its name in a folder.
  ///   - stored: when it was put there, or changed; nil if unknown.
  /// - Returns: whether it has any bytes.
  /// - Throws: `ImportError`, or Foundation's error if it can't be read.
  private mutating func add(
    _ start: Data, _ file: FileHandle, of size: Int, _ splitter: MboxSplitter, name: String?,
    _ stored: Date? = nil
  ) throws -> Bool {
    var (splitter, place, inflater): (MboxSplitter, Int, Inflater?) = (splitter, 0, nil)
    func add(_ messages: [MailMessage]) throws(ImportError) {
      for var message in messages {
        (message.name, message.stored) = (name, stored)
        try threads.add(message)
        if size == 0 { WorkProgress.step(threads.count) }
      }
    }
    var next = start
    while true {
      if place > 0 || next.isEmpty { next = try file.read(upToCount: Self.chunk) ?? Data() }
      if next.isEmpty { break }
      if place == 0, GzipFile.isOne(next) { inflater = try Inflater() }
      if size > 0 { WorkProgress.step(place, of: size) }
      place += next.count
      if let inflater {
        try inflater.add(next) { bytes throws(ImportError) in try add(splitter.add(bytes)) }
      } else {
        try add(splitter.add(Array(next)[...]))
      }
    }
    try inflater?.end()
    try add(splitter.end())
    return place > 0
  }
}
