import FireflyCore
import Foundation
import Testing

@testable import FireflyPictures

@Suite final class PictureFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String) -> PictureFile {
    PictureFile(folder.appendingPathComponent(name).path)
  }

  /// Names lie; bytes don't.
  @Test func goesByTheBytes() throws {
    let jpeg = TestPictures.jpeg(TestPictures.quarters(32, 16))
    try Data(jpeg).write(to: folder.appendingPathComponent("a.png"))
    #expect(file("a.png").looksLikePicture)
    #expect(try file("a.png").prepare().size == PixelSize(width: 32, height: 16))
    try Data("words".utf8).write(to: folder.appendingPathComponent("b.png"))
    #expect(!file("b.png").looksLikePicture)
    #expect(throws: PictureRefusal.picture(.unknownFormat)) { try file("b.png").prepare() }
  }

  @Test func aNameMayBeAnyBytes() throws {
    let name: [UInt8] = [0xFF, 0x20, 0x1B, 0x0A, 0x70]
    let path = Array((folder.path + "/").utf8) + name
    let descriptor = (path + [0]).withUnsafeBytes {
      open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o600)
    }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      .write(contentsOf: TestPictures.png(TestPictures.quarters(8, 8)))
    #expect(try PictureFile(path).prepare().size == PixelSize(width: 8, height: 8))
  }

  @Test func refusesWhatIsNoFileOfItsOwn() throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
    #expect(mkfifo(folder.appendingPathComponent("pipe").path, 0o600) == 0)
    let cases: [(String, PictureRefusal)] = [
      ("none.png", .missing), ("sub", .folder), ("pipe", .noFile), ("none/a.png", .missing),
    ]
    for (name, refusal) in cases {
      #expect(throws: refusal) { try file(name).prepare() }
      #expect(refusal.sentence(naming: name).contains(name))
      #expect(!file(name).looksLikePicture)
    }
    #expect(throws: PictureRefusal.noFile) { try PictureFile("/dev/zero").prepare() }
  }

  @Test func refusesWhatIsTooLargeWithoutReadingOn() throws {
    let path = folder.appendingPathComponent("large.png").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    truncate(path, 1 << 40)
    #expect(throws: PictureRefusal.picture(.tooManyBytes((16 << 20) + 1))) {
      try file("large.png").prepare()
    }
  }
}
