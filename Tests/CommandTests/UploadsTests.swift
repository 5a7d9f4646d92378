import Foundation
import OddInputs
import OwnThreads
import TerminalHarness
import Testing

/// `firefly serve --uploads`.
@Suite(.ownThreads) struct UploadsTests {
  private static let picture = SmallPicture.png(with: Data(count: 2_000))

  /// Uploads a picture.
  /// - Returns: the path of its URL.
  private func upload(to house: ServedHouse) throws -> String {
    let file = house.home.home.appendingPathComponent("a.png")
    try Self.picture.write(to: file)
    let answer = try Program.curl([
      "-F", "email=noor@example.com", "-F", "title=t", "-F", "summary=s", "-F", "body=b",
      "-F", "image=@\(file.path)", "\(house.address)/api/posts/create",
    ])
    return String(try #require(answer.firstMatch(of: /"image_url":"(\/uploads\/[^"]+)"/)?.1))
  }

  private func status(_ path: String, at house: ServedHouse) throws -> String {
    try Program.curl(["-o", "/dev/null", "-w", "%{http_code}", house.address + path])
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test func picturesAreInThatFolder() throws {
    let home = try Program()
    let folder = home.home.appendingPathComponent("pictures of all")
    var url = ""
    do {
      let house = try ServedHouse("--open", "--uploads", folder.path, home: home)
      #expect(house.opening.contains("Pictures: \(folder.path)\n"))
      url = try upload(to: house)
      let name = String(url.dropFirst("/uploads/".count))
      #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == Self.picture)
      #expect(try status(url, at: house) == "200")
      // The mark is no picture.
      #expect(try names(folder).contains(".firefly-uploads"))
      #expect(try status("/uploads/.firefly-uploads", at: house) == "404")
      // So are those of the field guide, and no folder is below the data.
      #expect(try names(folder).count > 2)
      let data = home.home.appendingPathComponent(".local/share/firefly")
      #expect(try !names(data).contains("uploads"))
    }
    // After another start, and beside another server of the same data.
    let (first, second) = (
      try ServedHouse("--open", "--uploads", folder.path, home: home),
      try ServedHouse("--open", "--uploads", folder.path, home: home)
    )
    #expect(try status(url, at: first) == "200")
    #expect(try status(url, at: second) == "200")
  }

  @Test func otherDataHasNoPlaceThere() throws {
    let home = try Program()
    let folder = home.home.appendingPathComponent("pictures").path
    _ = try ServedHouse("--uploads", folder, home: home)
    let other = try Program().run("serve", "--port", "0", "--uploads", folder)
    #expect(other.status == 1)
    #expect(other.error.hasPrefix("firefly: \(folder) holds the pictures of another Firefly."))
  }

  @Test func picturesAreNotLeftBehind() throws {
    let home = try Program()
    // The field guide has some.
    #expect(try home.run("posts", "--limit", "1").status == 0)
    let old = home.home.appendingPathComponent(".local/share/firefly/uploads")
    let folder = home.home.appendingPathComponent("pictures")
    let refused = try home.run("serve", "--port", "0", "--uploads", folder.path)
    #expect(refused.status == 1)
    #expect(
      refused.error
        == "firefly: There are pictures in \(old.path). Move or copy them to \(folder.path) first.\n"
    )
    let names = try names(old)
    #expect(!names.isEmpty)
    for name in names {
      try FileManager.default.moveItem(
        at: old.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    let house = try ServedHouse("--uploads", folder.path, home: home)
    for name in names { #expect(try status("/uploads/\(name)", at: house) == "200") }
  }

  @Test func uploadsThatAreNoFolderAreReported() throws {
    let program = try Program()
    try program.write("", to: "a-file")
    for folder in ["/dev/null", program.home.path + "/a-file/pictures", "/proc"] {
      let result = try program.run("serve", "--port", "0", "--uploads", folder)
      #expect(result.status == 1)
      #expect(result.error.hasPrefix("firefly: \(folder) can't hold pictures: "), "\(result.error)")
      #expect(result.error.count { $0 == "\n" } == 1)
    }
    for folder in ["", "http://bucket"] {
      let result = try Program().run("serve", "--port", "0", "--uploads", folder)
      #expect(result.status == 64)
      #expect(result.error.contains("is not a folder."))
    }
  }
}
