import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// What root writes into the folder of a service or a user belongs to them.
@Suite(.ownThreads, .enabled(if: getuid() == 0, "only root can write for others"))
struct OwnershipTests {
  /// The user that Debian calls nobody.
  private static let other = 65_534

  private static func owners(below path: String) throws -> [String: Int] {
    var owners: [String: Int] = [:]
    for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: path)) {
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0 else { continue }
      owners[name] = Int(status.st_uid)
    }
    return owners
  }

  private static func writePicture(in program: Program) throws {
    let dot = Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQ"
        + "DJ/pLvAAAAAElFTkSuQmCC")
    try #require(dot).write(to: program.home.appendingPathComponent("p.png"))
  }

  @Test func theFolderOfAService() throws {
    let program = try Program()
    let data = program.home.appendingPathComponent("service").path
    _ = try program.shell("mkdir -m 700 \(data) && chown \(Self.other):\(Self.other) \(data)")
    try Self.writePicture(in: program)
    let written = try program.run("post", "--data", data, "--title", "t", "--image", "p.png")
    #expect(written.status == 0, "\(written.error)")
    let owners = try Self.owners(below: data)
    #expect(owners["firefly.sqlite"] != nil && owners.keys.contains { $0.hasPrefix("uploads/") })
    #expect(owners.values.allSatisfy { $0 == Self.other }, "\(owners)")
  }

  @Test func theHomeOfAUser() throws {
    let program = try Program()
    _ = try program.shell("chmod 755 $HOME && chown \(Self.other):\(Self.other) $HOME")
    for arguments in [["post", "--title", "t"], ["posts", "--unread"], ["config", "--write"]] {
      let result = try program.run(arguments)
      #expect(result.status == 0, "\(result.error)")
    }
    var owners = try Self.owners(below: program.home.path)
    // What the test itself has made.
    owners = owners.filter { $0.key.isEmpty || $0.key.hasPrefix(".") }
    #expect(owners.count > 8)
    #expect(owners.values.allSatisfy { $0 == Self.other }, "\(owners.filter { $0.value == 0 })")
    // And again, as a user whose files these are not.
    #expect(try program.run("posts", "--unread").error.isEmpty)
  }

  @Test(arguments: ["backup", "export --html", "export --markdown"])
  func copiesInTheFolderOfAUser(_ command: String) throws {
    let program = try Program()
    try Self.writePicture(in: program)
    _ = try program.run("post", "--title", "t", "--image", "p.png")
    let place = program.home.appendingPathComponent("user").path
    let made = try program.shell(
      "mkdir \(place) && chown \(Self.other) \(place) && \"$FIREFLY\" \(command) \(place)/new/copy")
    #expect(made.status == 0, "\(made.error)")
    let owners = try Self.owners(below: place)
    #expect(owners.count > 5)
    #expect(owners.values.allSatisfy { $0 == Self.other }, "\(owners.filter { $0.value == 0 })")
  }

  /// Root writes nowhere that another user's link leads to, but follows its own.
  @Test(arguments: [(other, 1), (0, 0)])
  func linksOfOthersAreNotFollowed(_ owner: Int, _ status: Int) throws {
    let program = try Program()
    try Self.writePicture(in: program)
    let folder = program.home.path
    let made = try program.shell(
      """
      mkdir \(folder)/own \(folder)/elsewhere && ln -s \(folder)/elsewhere \(folder)/own/uploads
      chown -h \(owner) \(folder)/own \(folder)/own/uploads
      """)
    #expect(made.status == 0, "\(made.error)")
    let result = try program.run(
      "post", "--data", "\(folder)/own", "--title", "t", "--image", "p.png")
    #expect(Int(result.status) == status, "\(result.error)")
    let written = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/elsewhere")
    #expect(written.isEmpty == (status == 1))
  }

  @Test func aFolderThatCannotBeReadNamesItsOwner() throws {
    let program = try Program()
    _ = try program.shell("chmod 755 $HOME && mkdir -m 700 $HOME/own")
    let result = try program.shell(
      "setpriv --reuid \(Self.other) --clear-groups \"$FIREFLY\" posts --data $HOME/own")
    #expect(result.status == 1)
    #expect(result.error.contains("belongs to root"), "\(result.error)")
  }

  @Test func aPictureThatCannotBeReadIsNotMissing() throws {
    let program = try Program()
    try Self.writePicture(in: program)
    _ = try program.run("post", "--title", "t", "--image", "p.png")
    let uploads = program.home.appendingPathComponent(".local/share/firefly/uploads").path
    // The files are the user's, except a picture that root has written.
    _ = try program.shell(
      "chmod 755 $HOME && chown -R \(Self.other) $HOME && chown root \(uploads)/*.*")
    let run = "setpriv --reuid \(Self.other) --clear-groups \"$FIREFLY\""
    for command in ["backup $HOME/b", "export --html $HOME/h", "export --markdown $HOME/m"] {
      let result = try program.shell("\(run) \(command)")
      #expect(result.status == 1, "\(command)")
      #expect(result.error.contains("it belongs to root"), "\(command): \(result.error)")
      #expect(!result.error.contains("missing"), "\(command)")
    }
  }
}
