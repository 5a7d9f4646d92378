import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyServer

/// Archives whose files are imported.
@Suite struct ArchiveTests {
  /// A tar archive of files, by their paths.
  private func tar(_ files: [(String, String)]) -> Data {
    var data = Data()
    for (path, text) in files {
      var head = [UInt8](repeating: 0, count: 512)
      head.replaceSubrange(0..<path.utf8.count, with: path.utf8)
      let size = String(text.utf8.count, radix: 8)
      head.replaceSubrange(124..<(124 + size.utf8.count), with: size.utf8)
      head[156] = UInt8(ascii: "0")
      head.replaceSubrange(257..<262, with: "ustar".utf8)
      data += head + Array(text.utf8)
      data += [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
    }
    return data + [UInt8](repeating: 0, count: 1_024)
  }

  private func unpacked(_ data: Data) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-archive-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ArchiveFile.unpack(data, into: folder)
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appendingPathComponent(path)
      if let text = try? String(contentsOf: file, encoding: .utf8) { files[path] = text }
    }
    return files
  }

  @Test func filesOfTarAreWritten() throws {
    let long = String(repeating: "x", count: 700)
    let data = tar([("outbox.json", "{}"), ("media/files/1.png", long), ("empty", "")])
    #expect(ArchiveFile.isOne(data))
    #expect(
      try unpacked(data) == ["outbox.json": "{}", "media/files/1.png": long, "empty": ""])
  }

  @Test(arguments: ["../out", "/etc/out", "a/../../out", "a/.."])
  func pathsOutOfTheFolderAreLeftOut(_ path: String) throws {
    #expect(try unpacked(tar([(path, "x"), ("in", "y")])) == ["in": "y"])
  }

  /// Made by zip: a folder, a stored file and a deflated one.
  @Test func filesOfZipAreWritten() throws {
    let data = try #require(
      Data(
        base64Encoded:
          "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAACAAAAYS9QSwMEFAAAAAAADEF6Xawqk9gCAAAAAgAAAAcAAABhL3Nob3J0aGlQSwMEFAAAAAgADEF6XY8R2okKAAAAyAAAAAYAAABhL2xvbmfLyc9LV8gZ+gQAUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAIABAAAAAGEvUEsBAhQDFAAAAAAADEF6Xawqk9gCAAAAAgAAAAcAAAAAAAAAAAAAAIABIAAAAGEvc2hvcnRQSwECFAMUAAAACAAMQXpdjxHaiQoAAADIAAAABgAAAAAAAAAAAAAAgAFHAAAAYS9sb25nUEsFBgAAAAADAAMAmQAAAHUAAAAAAA=="
      ))
    #expect(ArchiveFile.isOne(data))
    let long = String(repeating: "long ", count: 40)
    #expect(try unpacked(data) == ["a/short": "hi", "a/long": long])
  }

  @Test func damagedArchivesAreRefused() throws {
    let data = try #require(
      Data(
        base64Encoded:
          "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAACAAAAYS9QSwMEFAAAAAAADEF6Xawqk9gCAAAAAgAAAAcAAABhL3Nob3J0aGlQSwMEFAAAAAgADEF6XY8R2okKAAAAyAAAAAYAAABhL2xvbmfLyc9LV8gZ+gQAUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAIABAAAAAGEvUEsBAhQDFAAAAAAADEF6Xawqk9gCAAAAAgAAAAcAAAAAAAAAAAAAAIABIAAAAGEvc2hvcnRQSwECFAMUAAAACAAMQXpdjxHaiQoAAADIAAAABgAAAAAAAAAAAAAAgAFHAAAAYS9sb25nUEsFBgAAAAADAAMAmQAAAHUAAAAAAA=="
      ))
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
