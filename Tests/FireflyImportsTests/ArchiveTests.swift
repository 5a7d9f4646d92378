import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Archives whose files are imported.
@Suite struct ArchiveTests {
  /// A tar archive of files, by their paths; some paths are of another kind, and link to others.
  private func tar(
    _ files: [(String, String)], kinds: [String: (Character, String)] = [:]
  ) -> Data {
    var data = Data()
    for (path, text) in files {
      var head = [UInt8](repeating: 0, count: 512)
      head.replaceSubrange(0..<path.utf8.count, with: path.utf8)
      let size = String(text.utf8.count, radix: 8)
      head.replaceSubrange(124..<(124 + size.utf8.count), with: size.utf8)
      head[156] = kinds[path]?.0.asciiValue ?? UInt8(ascii: "0")
      let target = Array((kinds[path]?.1 ?? "").utf8)
      head.replaceSubrange(157..<(157 + target.count), with: target)
      head.replaceSubrange(136..<147, with: "12522137041".utf8)
      head.replaceSubrange(257..<262, with: "ustar".utf8)
      data += head + Array(text.utf8)
      data += [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
    }
    return data + [UInt8](repeating: 0, count: 1_024)
  }

  /// Returns the files that are written, and those left out.
  private func unpack(_ data: Data) throws -> (files: [String: String], leftOut: String) {
    let folder = ScratchFolder()
    defer { folder.remove() }
    let leftOut = try ArchiveFile.unpack(data, into: folder)
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      let file = folder.url.appendingPathComponent(path)
      if let text = try? String(contentsOf: file, encoding: .utf8) { files[path] = text }
    }
    return (files, leftOut.line)
  }

  private func unpacked(_ data: Data) throws -> [String: String] { try unpack(data).files }

  @Test func filesOfTarAreWritten() throws {
    let long = String(repeating: "x", count: 700)
    let data = tar([("outbox.json", "{}"), ("media/files/1.png", long), ("empty", "")])
    #expect(ArchiveFile.isOne(data))
    #expect(
      try unpacked(data) == ["outbox.json": "{}", "media/files/1.png": long, "empty": ""])
  }

  @Test(arguments: ["../out", "/etc/out", "a/../../out", "a/.."])
  func pathsOutOfTheFolderAreLeftOut(_ path: String) throws {
    let (files, leftOut) = try unpack(tar([(path, "x"), ("in", "y")]))
    #expect(files == ["in": "y"])
    #expect(leftOut == "1 file with a path out of the archive (\(path))")
  }

  @Test func whatIsNoFileIsCounted() throws {
    let long = String(repeating: "y", count: 100)
    let data = tar(
      [
        ("one", "1"), ("hard", ""), ("soft", ""), ("lost", ""), ("pipe", ""), ("one", "2"),
        ("one/below", "x"), ("__MACOSX/one", "x"), ("./in/./it", "3"), ("dir/", ""),
      ],
      kinds: [
        "hard": ("1", "one"), "soft": ("2", "one"), "lost": ("1", "none"), "pipe": ("6", ""),
        "dir/": ("5", ""),
      ])
    let (files, leftOut) = try unpack(data)
    #expect(files == ["one": "2", "hard": "2", "in/it": "3"])
    #expect(
      leftOut
        == "1 symbolic link (soft), 1 special file (pipe), 1 earlier copy of a file (one), "
        + "1 file that can't be written (one/below), 1 file with attributes of macOS, "
        + "1 link to a missing file (lost)")
    // The header of a name longer than a file system takes.
    let name = [(String(long.prefix(9)), String(repeating: long, count: 3))]
    let named = tar(name, kinds: ["yyyyyyyyy": ("L", "")]).dropLast(1_024) + tar([("x", "x")])
    let (rest, tooLong) = try unpack(named + Data())
    #expect(rest.isEmpty)
    #expect(tooLong.hasPrefix("1 file whose name is too long (yyy"))
  }

  /// Each of 3,000 folders would be looked up through all those around it.
  @Test func filesInTooManyFoldersAreLeftOut() throws {
    func path(_ levels: Int) -> String { String(repeating: "d/", count: levels) + "x" }
    let long = path(3_000)
    let data =
      tar([("yyy", long)], kinds: ["yyy": ("L", "")]).dropLast(1_024)
      + tar([("z", "1")]).dropLast(1_024)
      + tar([("yyy", path(200))], kinds: ["yyy": ("L", "")]).dropLast(1_024) + tar([("z", "2")])
    let (files, leftOut) = try unpack(data + Data())
    #expect(files == [path(200): "2"])
    #expect(leftOut.hasPrefix("1 file in too many folders (d/d/"))
  }

  @Test func aCutArchiveSaysSo() throws {
    let data = tar([("a", "1"), ("b", String(repeating: "2", count: 700))])
    for count in [1_600, 2_000] {
      let (files, leftOut) = try unpack(data.prefix(count))
      #expect(files == ["a": "1"])
      #expect(leftOut == "1 file behind the end of a cut archive")
    }
  }

  @Test(arguments: [1, 7, 512, 700, 5_000])
  func anArchiveIsReadInPieces(_ size: Int) throws {
    let long = String(repeating: "long ", count: 300)
    var rest = tar([("a", "1"), ("sub/b", long), ("c", ""), ("d", "4")], kinds: ["d": ("1", "a")])
    let folder = ScratchFolder()
    defer { folder.remove() }
    let first = rest.prefix(600)
    rest = rest.dropFirst(600)
    let stream = try ArchiveStream(first) {
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
    #expect(try ArchiveFile.unpack(tar: stream, into: folder).isEmpty)
    for (path, text) in [("a", "1"), ("sub/b", long), ("c", ""), ("d", "1")] {
      #expect(
        try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8) == text)
    }
  }

  /// The header tells; what is behind it is not even read.
  @Test(arguments: [
    ("notes/big.md", "10000000000", "notes/big.md: it is larger than 256 MB"),
    ("film.mp4", "10000000001", "The document is larger than 1024 MB."),
    ("film.mp4", "77777777777", "The document is larger than 1024 MB."),
  ])
  func aFileThatIsTooLargeIsRefusedByItsHeader(_ path: String, _ size: String, _ words: String)
    throws
  {
    var start = tar([("a.md", "a"), (path, "")]).dropLast(1_024)
    start.replaceSubrange((start.endIndex - 388)..<(start.endIndex - 377), with: size.utf8)
    let folder = ScratchFolder()
    defer { folder.remove() }
    var reads = 0
    let stream = try ArchiveStream(Data(start)) {
      reads += 1
      return Data(count: 1 << 20)
    }
    let error = #expect(throws: ImportError.self) {
      try ArchiveFile.unpack(tar: stream, into: folder)
    }
    #expect(error.map { "\($0)" } == words)
    #expect(reads == 0)
  }

  @Test func filesHaveTheirDates() throws {
    let folder = ScratchFolder()
    defer { folder.remove() }
    _ = try ArchiveFile.unpack(tar([("a", "1")]), into: folder)
    let place = folder.url.appendingPathComponent("a").path
    let date = try FileManager.default.attributesOfItem(atPath: place)[.modificationDate] as? Date
    #expect(date == Date(timeIntervalSince1970: 1_430_830_625))
  }

  @Test func aFolderIsRemovedByTheNextProgramOnlyIfItsOwnHasEnded() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: place) }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    }
    let running = ScratchFolder(in: place)
    try running.create()
    let own = try names()
    // One that was killed.
    let killed = "firefly-import-\(UUID().uuidString)"
    // One of a program that has just begun, one with other files, a link, and a person's own.
    let (begun, filled, link) = (
      "firefly-import-\(UUID().uuidString)", "firefly-import-\(UUID().uuidString)",
      "firefly-import-\(UUID().uuidString)"
    )
    for (name, contents) in [
      (killed, ["lock", "files"]), (begun, ["files"]), (filled, ["lock", "diary"]),
      ("firefly-import-notes", ["lock"]), ("x", ["lock"]),
    ] {
      let folder = place.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      chmod(folder.path, 0o700)
      for name in contents { try Data().write(to: folder.appendingPathComponent(name)) }
    }
    symlink("x", place.appendingPathComponent(link).path)
    ScratchFolder.removeForgotten(in: place)
    #expect(try names() == (own + [begun, filled, link, "firefly-import-notes", "x"]).sorted())
    running.remove()
    #expect(try !names().contains(own[0]))
    #expect(throws: CancellationError.self) { try running.write(to: "a") { nil } }
  }

  /// Made by zip: a folder, a stored file and a deflated one.
  private static let zip = Data(
    base64Encoded:
      "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAACAAAAYS9QSwMEFAAAAAAADEF6Xawqk9gCAAAAAgAAAAcAAABhL3Nob3J0aGlQSwMEFAAAAAgADEF6XY8R2okKAAAAyAAAAAYAAABhL2xvbmfLyc9LV8gZ+gQAUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAIABAAAAAGEvUEsBAhQDFAAAAAAADEF6Xawqk9gCAAAAAgAAAAcAAAAAAAAAAAAAAIABIAAAAGEvc2hvcnRQSwECFAMUAAAACAAMQXpdjxHaiQoAAADIAAAABgAAAAAAAAAAAAAAgAFHAAAAYS9sb25nUEsFBgAAAAADAAMAmQAAAHUAAAAAAA=="
  )
  private static let filesOfZip = [
    "a/short": "hi", "a/long": String(repeating: "long ", count: 40),
  ]

  @Test func filesOfZipAreWritten() throws {
    let data = try #require(Self.zip)
    #expect(ArchiveFile.isOne(data))
    #expect(try unpacked(data) == Self.filesOfZip)
  }

  /// The directory tells where files are, whatever is behind it or in front of a file.
  @Test func whatIsNotNeededOfAZipMayBeOdd() throws {
    var commented = try #require(Self.zip)
    commented.replaceSubrange((commented.count - 2)..., with: [0x20, 0x4E])
    commented += Data(count: 20_000)
    #expect(try unpacked(commented) == Self.filesOfZip)
    var header = try #require(Self.zip)
    header[0x20] = 0
    #expect(try unpacked(header) == Self.filesOfZip)
  }

  /// A wrong checksum or length, and a second part that is cut anywhere, are not taken for the whole.
  @Test func damagedGzipIsRefused() throws {
    let one = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA0vLLCouUSjPL0op1lEAAAAtQ0gNAAAA"))
    let two = try #require(
      Data(base64Encoded: "H4sIAAAAAAACAytOTc7PS1Eozy9KKQYAz2jjugwAAAA="))
    let words = try GzipFile.unpacked(one + two, limit: 100)
    #expect(String(decoding: words, as: UTF8.self) == "first words, second words")
    for place in 1...8 {
      var damaged = one
      damaged[damaged.count - place] ^= 0xFF
      #expect(throws: ImportError.self) { try GzipFile.unpacked(damaged, limit: 100) }
    }
    for count in 2..<two.count {
      #expect(throws: ImportError.self, "\(count)") {
        try GzipFile.unpacked(one + two.prefix(count), limit: 100)
      }
    }
  }

  /// Made by a program that does not know the sizes beforehand.
  @Test func sizesOfSmallFilesMayBeInTheRecordForLargeOnes() throws {
    let data = try #require(
      Data(
        base64Encoded:
          "UEsDBC0AAAAAAC2+fF0ZHKjU//////////8EADAAYS5tZFVUCQADhWgLa4ZoC2t1eAsAAQQAAAAABAAAAAABABAAFwAAAAAAAAAXAAAAAAAAACMgQQoKd29yZHMgb2YgdGhlIG5vdGUKUEsDBC0AAAAAAC2+fF0g7NJG//////////8EADAAYi5tZFVUCQADhWgLa4ZoC2t1eAsAAQQAAAAABAAAAAABABAACwAAAAAAAAALAAAAAAAAACMgQgoKb3RoZXIKUEsBAh4DLQAAAAAALb58XRkcqNQXAAAA/////wQAJAAAAAAAAQAAAKSBAAAAAGEubWRVVAUAA4VoC2t1eAsAAQQAAAAABAAAAAABAAgAFwAAAAAAAABQSwECHgMtAAAAAAAtvnxdIOzSRgsAAAD/////BAAkAAAAAAABAAAApIFpAAAAYi5tZFVUBQADhWgLa3V4CwABBAAAAAAEAAAAAAEACAALAAAAAAAAAFBLBgYsAAAAAAAAAB4DLQAAAAAAAAAAAAIAAAAAAAAAAgAAAAAAAACsAAAAAAAAAMYAAAAAAAAAUEsGBwAAAAByAQAAAAAAAAEAAABQSwUGAAAAAAIAAgCsAAAA/////wAA"
      ))
    #expect(
      try unpacked(data) == ["a.md": "# A\n\nwords of the note\n", "b.md": "# B\n\nother\n"])
    for place in data.indices {
      var changed = data
      changed[place] ^= 0xFF
      _ = try? unpacked(changed)
    }
  }

  /// As large exports of Notion are; one level deep, and only if there is nothing else.
  @Test func archivesWithinAnArchiveAreUnpacked() throws {
    let data = try #require(
      Data(
        base64Encoded:
          "UEsDBBQAAAAAAIMYIlwmqKit4gAAAOIAAAAKAAAAUGFydC0xLnppcFBLAwQUAAAAAACDGCJcdg45ogQAAAAEAAAACwAAAEV4cG9ydC9hLm1kIyBBClBLAwQUAAAAAACDGCJctV0UiQQAAAAEAAAACwAAAEV4cG9ydC9iLm1kIyBCClBLAQIUAxQAAAAAAIMYIlx2DjmiBAAAAAQAAAALAAAAAAAAAAAAAACAAQAAAABFeHBvcnQvYS5tZFBLAQIUAxQAAAAAAIMYIly1XRSJBAAAAAQAAAALAAAAAAAAAAAAAACAAS0AAABFeHBvcnQvYi5tZFBLBQYAAAAAAgACAHIAAABaAAAAAABQSwMEFAAAAAAAgxgiXLMGO2dDAQAAQwEAAAoAAABQYXJ0LTIuemlwUEsDBBQAAAAAAIMYIlz0bA+QBAAAAAQAAAALAAAARXhwb3J0L2MubWQjIEMKUEsDBBQAAAAAAIMYIlxS+DLmawAAAGsAAAAIAAAAZGVlcC56aXBQSwMEFAAAAAAAgxgiXMxK3ZgBAAAAAQAAAAQAAABkLm1kZFBLAQIUAxQAAAAAAIMYIlzMSt2YAQAAAAEAAAAEAAAAAAAAAAAAAACAAQAAAABkLm1kUEsFBgAAAAABAAEAMgAAACMAAAAAAFBLAQIUAxQAAAAAAIMYIlz0bA+QBAAAAAQAAAALAAAAAAAAAAAAAACAAQAAAABFeHBvcnQvYy5tZFBLAQIUAxQAAAAAAIMYIlxS+DLmawAAAGsAAAAIAAAAAAAAAAAAAACAAS0AAABkZWVwLnppcFBLBQYAAAAAAgACAG8AAAC+AAAAAABQSwMEFAAAAAAAgxgiXAAAAAAAAAAAAAAAAAoAAABfX01BQ09TWC94UEsBAhQDFAAAAAAAgxgiXCaoqK3iAAAA4gAAAAoAAAAAAAAAAAAAAIABAAAAAFBhcnQtMS56aXBQSwECFAMUAAAAAACDGCJcswY7Z0MBAABDAQAACgAAAAAAAAAAAAAAgAEKAQAAUGFydC0yLnppcFBLAQIUAxQAAAAAAIMYIlwAAAAAAAAAAAAAAAAKAAAAAAAAAAAAAACAAXUCAABfX01BQ09TWC94UEsFBgAAAAADAAMAqAAAAJ0CAAAAAA=="
      ))
    let files = try unpack(data)
    #expect(files.files.keys.sorted() == ["Export/a.md", "Export/b.md", "Export/c.md"])
    #expect(files.leftOut == "1 file with attributes of macOS")
    let mixed = try #require(
      Data(
        base64Encoded:
          "UEsDBBQAAAAAAIMYIlxDvrfoAQAAAAEAAAAEAAAAYS5tZGFQSwMEFAAAAAAAgxgiXCaoqK3iAAAA4gAAAAoAAABQYXJ0LTEuemlwUEsDBBQAAAAAAIMYIlx2DjmiBAAAAAQAAAALAAAARXhwb3J0L2EubWQjIEEKUEsDBBQAAAAAAIMYIly1XRSJBAAAAAQAAAALAAAARXhwb3J0L2IubWQjIEIKUEsBAhQDFAAAAAAAgxgiXHYOOaIEAAAABAAAAAsAAAAAAAAAAAAAAIABAAAAAEV4cG9ydC9hLm1kUEsBAhQDFAAAAAAAgxgiXLVdFIkEAAAABAAAAAsAAAAAAAAAAAAAAIABLQAAAEV4cG9ydC9iLm1kUEsFBgAAAAACAAIAcgAAAFoAAAAAAFBLAQIUAxQAAAAAAIMYIlxDvrfoAQAAAAEAAAAEAAAAAAAAAAAAAACAAQAAAABhLm1kUEsBAhQDFAAAAAAAgxgiXCaoqK3iAAAA4gAAAAoAAAAAAAAAAAAAAIABIwAAAFBhcnQtMS56aXBQSwUGAAAAAAIAAgBqAAAALQEAAAAA"
      ))
    #expect(try unpacked(mixed) == ["a.md": "a"])
  }

  @Test func damagedArchivesAreRefused() throws {
    let data = try #require(Self.zip)
    for count in [4, 30, data.count / 2, data.count - 1] {
      #expect(throws: ImportError.self) { try unpacked(data.prefix(count)) }
    }
    for place in data.indices {
      var changed = data
      changed[place] ^= 0xFF
      _ = try? unpacked(changed)
    }
  }
}
