import Foundation
import Testing

@testable import FireflyClient

/// Paths as they are typed, in a folder with names of every kind.
@Suite final class TypedPathTests {
  private let home: URL

  init() throws {
    home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    for folder in ["Pictures/2026", ".config", "empty", "words"] {
      try FileManager.default.createDirectory(
        at: home.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    for name in ["Pictures/a b.png", "Pictures/a c.JPG", "Pictures/b.txt", "words/a.txt", ".x.png"]
    {
      try Data().write(to: home.appendingPathComponent(name))
    }
    // Names that would do something to a terminal, and that are no text.
    make("Pictures/", Array("z\u{1B}[31mred.png".utf8))
    make("Pictures/", [0x71, 0xFF, 0x2E] + Array("gif".utf8))
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  private func make(_ folder: String, _ name: [UInt8]) {
    let path = Array((home.path + "/" + folder).utf8) + name
    close(open(path.characters, O_WRONLY | O_CREAT, 0o600))
  }

  private func typed(_ text: String) -> TypedPath { TypedPath(text, home: home.path) }

  @Test func completesFoldersAndPictures() {
    #expect(typed("~").completion.names == ["~/"])
    #expect(typed("~/P").completion.names == ["Pictures/"])
    #expect(typed("~/P").completion.folder == "~/")
    #expect(typed("~/pict").completion.names == ["Pictures/"])
    #expect(typed("~/").completion.names == ["empty/", "Pictures/", "words/"])
    #expect(typed("~/.").completion.names == [".config/", ".x.png"])
    #expect(typed("~/Pictures/a").completion.names == ["a b.png", "a c.JPG"])
    #expect(typed("\(home.path)/Pictures/2").completion.names == ["2026/"])
    // Where there is no picture, whatever there is.
    #expect(typed("~/words/").completion.names == ["a.txt"])
  }

  /// A folder is also found by the other names that people type.
  @Test func otherNamesOfFolders() {
    let path = Array((home.path + "/Pictures/a b.png").utf8)
    for text in [
      "~/Pictures/a b.png", "$HOME/Pictures/a b.png", "file://\(home.path)/Pictures/a%20b.png",
      "file://localhost\(home.path)/Pictures/a%20b.png",
    ] {
      #expect(typed(text).bytes == path, "\(text)")
    }
    #expect(typed("$HOME/Pictures/a").completion.names == ["a b.png", "a c.JPG"])
    let other = NSHomeDirectoryForUser("root") ?? ""
    #expect(typed("~root/x").bytes == Array((other + "/x").utf8))
    for text in ["~no-such-user/x", "$HOMES/x", "file://%zz"] {
      #expect(String(decoding: typed(text).bytes, as: UTF8.self).hasPrefix(text.prefix(5)))
    }
  }

  @Test func saysWhyThereIsNothing() {
    #expect(typed("~/none/").completion.complaint == "There is no folder ~/none/")
    #expect(typed("~/empty/").completion.complaint == "That folder is empty.")
    #expect(typed("~/Pictures/x").completion.complaint == "No name there begins with that.")
    for text in ["~/none/", "~/empty/", "~/Pictures/x"] {
      #expect(typed(text).completion.names.isEmpty)
    }
  }

  /// What is shown can be shown, and leads to the file all the same.
  @Test func cleansNames() throws {
    let names = typed("~/Pictures/").completion.names
    #expect(names.count == 5)
    for name in names {
      #expect(!name.unicodeScalars.contains { $0.value < 0x20 })
      let path = typed("~/Pictures/" + name).bytes
      var status = stat()
      #expect(stat(path.characters, &status) == 0, "\(name)")
    }
  }

  @Test func boundsWhatIsFound() throws {
    for number in 1...230 {
      try Data().write(to: home.appendingPathComponent("empty/\(number).png"))
    }
    let completion = typed("~/empty/").completion
    #expect(completion.names.count == 200)
    #expect(completion.hasMore)
  }

  @Test func leadsFromHereAndFromTheRoot() {
    #expect(typed("a/b.png").bytes == Array("a/b.png".utf8))
    #expect(typed("/none/b.png").bytes == Array("/none/b.png".utf8))
    #expect(typed("~/none/é.png").bytes == Array((home.path + "/none/é.png").utf8))
    #expect(typed("").bytes == [])
    #expect(typed("/").bytes == [0x2F])
  }
}
