import Eventually
import FireflyPrograms
import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// `firefly backup`, what to do with a backup, and with damage.
@Suite(.ownThreads) struct BackupTests {
  /// One pixel.
  private static let picture = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQ"
      + "DJ/pLvAAAAAElFTkSuQmCC")

  /// A home with a member's posts, one of them with a picture.
  private func home() throws -> Program {
    let program = try Program()
    let lines = (1...400).map {
      #"{"title":"post \#($0)","body":"\#(String(repeating: "many words ", count: 40))"}"#
    }
    #expect(try program.run("import", "-", input: lines.joined(separator: "\n")).status == 0)
    try #require(Self.picture).write(to: program.home.appendingPathComponent("p.png"))
    let posted = try program.run(
      "post", "--title", "with a picture", "--image", program.home.path + "/p.png", input: "body")
    #expect(posted.status == 0, "\(posted.error)")
    #expect(try program.run("users", "--invite", "new@example.com").status == 0)
    return program
  }

  @Test func missingFoldersAreMadeAndGoAgainAfterAFailure() throws {
    let program = try home()
    for command in [["backup"], ["export", "--markdown"], ["export", "--html"]] {
      let made = try program.run(command + ["a/\(command.last ?? "")/b"])
      #expect(made.status == 0, "\(made.error)")
    }
    let failed = try program.run("export", "--post", "99999", "--html", "c/d/e")
    #expect(failed.error == "firefly: No post 99999.\n")
    #expect(
      !FileManager.default.fileExists(atPath: program.home.appendingPathComponent("c").path))
    let refused = try program.run("backup", "p.png/below")
    #expect(refused.error == "firefly: p.png/below can't be written: Not a directory.\n")
  }

  private func expectSame(_ copy: String, _ program: Program) throws {
    for command in [["export", "--flat"], ["users", "--members"]] {
      let original = try program.run(command).output
      #expect(try program.run(command + ["--data", copy]).output == original, "\(command)")
    }
  }

  @Test func aBackupIsADataFolder() throws {
    let program = try home()
    let result = try program.run("backup", "copy")
    #expect(result.output == "401 posts, 1 picture\n", "\(result.error)")
    let files = FileManager.default
    let copy = program.home.appendingPathComponent("copy")
    #expect(
      try files.contentsOfDirectory(atPath: copy.path).sorted() == ["firefly.sqlite", "uploads"])
    for path in try files.subpathsOfDirectory(atPath: copy.path) {
      let mode = try files.attributesOfItem(atPath: "\(copy.path)/\(path)")[.posixPermissions]
      #expect(mode as? Int == (path == "uploads" ? 0o700 : 0o600), "\(path)")
    }
    try expectSame("copy", program)
    let markdown = try program.run("export", "--markdown", "notes", "--data", "copy")
    #expect(markdown.output == result.output)
  }

  /// A picture that a post names and that is gone: the copy is made, and its caller told.
  @Test func aMissingPictureIsAFailure() throws {
    let program = try home()
    let uploads = program.home.appendingPathComponent(".local/share/firefly/uploads")
    let names = try FileManager.default.contentsOfDirectory(atPath: uploads.path)
    let name = try #require(names.first { !$0.hasPrefix(".") })
    try FileManager.default.removeItem(at: uploads.appendingPathComponent(name))
    for command in [["backup"], ["export", "--markdown"], ["export", "--html"]] {
      let result = try program.run(command + ["copy\(command.count)\(command.last ?? "")"])
      #expect(result.status == 1, "\(command)")
      #expect(result.error == "firefly: The picture \(name) is missing.\n", "\(command)")
      #expect(result.output == "401 posts, 0 pictures\n")
    }
    try expectSame("copy1backup", program)
  }

  /// What an interrupted backup has left is no data for any command.
  @Test func anInterruptedBackupIsNotOpened() throws {
    let program = try home()
    #expect(try program.run("backup", "copy").status == 0)
    try program.write("This export of Firefly has not finished.", to: "copy/INCOMPLETE")
    try program.write("The same, before there was a database.", to: "empty/INCOMPLETE")
    for folder in ["copy", "empty"] {
      for command in [
        ["posts"], ["export"], ["import", "-"], ["serve", "--port", "0"], ["users", "--members"],
        ["backup", "again"], ["post", "--title", "t"],
      ] {
        let result = try program.run(command + ["--data", folder], input: #"{"title":"t"}"#)
        #expect(result.status != 0, "\(command)")
        #expect(result.error.contains("is a backup that was interrupted"), "\(result.error)")
      }
      #expect(
        !FileManager.default.fileExists(
          atPath: program.home.appendingPathComponent("empty/firefly.sqlite").path))
    }
  }

  /// Several are made while members write; each has everything that was there before, and nobody has to sign
  /// in again.
  @Test func backupIsMadeWhileTheServerRuns() throws {
    let (house, mei) = (try ServedHouse(), try Program())
    try house.signIn(mei, "mei@example.com")
    let server = ["--server", house.address]
    var posted = 0
    for number in 1...3 {
      let (writer, output) = try mei.start(
        command: [
          "/bin/sh", "-c",
          "for n in 1 2 3 4 5 6; do echo words | \"$0\" post --title \"during \(number) $n\" \"$@\"; done",
          BuiltProgram.firefly,
        ] + server)
      let result = try house.home.run("backup", "copy\(number)")
      #expect(result.status == 0, "\(result.error)")
      _ = output.fileHandleForReading.remainingData()
      writer.waitUntilExit()
      let titles = try house.home.run("export", "--flat", "--data", "copy\(number)").output
      let before = titles.matches(of: /during (\d)/).count { $0.1 != "\(number)" }
      #expect(before == posted)
      posted += 6
    }
    // The same token, on a server of the backup at the same address.
    let port = "\(house.port)"
    kill(house.processID, SIGTERM)
    let home = house.home
    try withExtendedLifetime(house) {
      try #require(eventuallyBlocking { house.processID.hasEnded })
    }
    let (process, output) = try home.start("serve", "--port", port, "--data", "copy3")
    defer { process.terminate() }
    _ = try Program.address(in: output)
    let again = try mei.run(["post", "--title", "again"] + server, input: "words")
    #expect(again.status == 0, "\(again.error)")
  }

  @Test func otherFoldersAreRefused() throws {
    let program = try home()
    let none = try program.run("backup", "copy", "--data", "nowhere")
    #expect(none.status == 1 && none.error.contains("it has no firefly.sqlite"), "\(none.error)")
    #expect(!program.hasDatabase(in: "nowhere"))
    try program.write("words", to: "full/file")
    let full = try program.run("backup", "full")
    #expect(full.status == 1 && full.error.contains("is not empty"), "\(full.error)")
    try damage(program)
    let damaged = try program.run("backup", "copy")
    #expect(damaged.status == 1 && damaged.error.contains("is damaged"), "\(damaged.error)")
    #expect(!FileManager.default.fileExists(atPath: program.home.path + "/copy"))
  }

  /// Overwrites three pages of posts in the database of a home.
  private func damage(_ program: Program) throws {
    // A backup is restored, so that everything is in the file itself.
    let moves = "D=$HOME/.local/share/firefly; mv $D $HOME/old && mv $HOME/whole $D"
    #expect(try program.run("backup", "whole").status == 0)
    #expect(try program.shell(moves).status == 0)
    let database = program.home.appendingPathComponent(".local/share/firefly/firefly.sqlite")
    let bytes = try Data(contentsOf: database)
    let pages = stride(from: 0, to: bytes.count, by: 4_096).filter { start in
      bytes[start..<(start + 4_096)].firstRange(of: Data("many words".utf8)) != nil
    }
    try #require(pages.count > 20)
    let handle = try FileHandle(forUpdating: database)
    for start in pages[10...12] {
      try handle.seek(toOffset: UInt64(start))
      try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    }
    try handle.close()
  }

  /// A running server stands for an older program: the last change of the format is missing.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"),
      "sqlite3 is not installed"))
  func aDatabaseIsNotUpdatedWhileAnOlderProgramHasIt() throws {
    let program = try home()
    let (server, output) = try program.start("serve", "--port", "0")
    defer { server.terminate() }
    _ = try Program.address(in: output)
    let file = "$HOME/.local/share/firefly/firefly.sqlite"
    let change =
      "DELETE FROM grdb_migrations WHERE rowid = (SELECT max(rowid) FROM grdb_migrations)"
    #expect(try program.shell("sqlite3 \(file) '\(change)'").status == 0)
    let refused = try program.run("export", "--flat")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.error.contains("but firefly (process \(server.processIdentifier)) has it open"),
      "\(refused.error)")
    server.terminate()
    server.waitUntilExit()
    #expect(try program.run("export", "--flat").status == 0)
  }

  /// The lines of the manual that save what can be saved, on a machine with sqlite3.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"),
      "sqlite3 is not installed"))
  func theManualSavesMostOfADamagedDatabase() throws {
    let program = try home()
    try damage(program)
    let damaged = try program.run("export", "--flat")
    #expect(damaged.status == 1 && damaged.error.contains("DAMAGE in `man firefly-serve`"))
    let steps = try ManualBlock.beginning(with: "cp -a ~/.local/share/firefly damaged")
    let other = try ManualBlock.beginning(with: "sqlite3 damaged/firefly.sqlite .dump | \\")
    // This machine's sqlite3 may have no .recover.
    let hasRecover =
      try program.shell(
        "sqlite3 $HOME/.local/share/firefly/firefly.sqlite .recover | grep -q INSERT"
      ).status
      == 0
    let lines = steps.split(separator: "\n").map { line in
      line.contains(".recover") && !hasRecover ? other : String(line)
    }
    #expect(lines.count == 4)
    let result = try program.shell("cd && umask 077 && \(lines.joined(separator: "\n"))")
    #expect(result.status == 0, "\(result.error)")
    let saved = try program.run("export", "--flat", "--data", "saved")
    #expect(saved.lines.count > 300, "\(saved.error)")
    #expect(saved.lines.count < 401)
    #expect(
      try program.run("users", "--members", "--data", "saved").output.contains("new@example.com"))
    let more = try program.run("post", "--title", "one more", "--data", "saved", input: "words")
    #expect(more.status == 0, "\(more.error)")
    #expect(try program.run("search", "many", "--data", "saved").lines.count > 10)
    #expect(try program.run("backup", "copy", "--data", "saved").output.hasSuffix("1 picture\n"))
  }

  /// A folder on a disk that can't be written to; only where the tests may mount one, or aren't root's.
  @Test func aReadOnlyFolderIsExported() throws {
    let program = try home()
    let original = try program.run("export", "--flat").output
    #expect(try program.run("backup", "copy").status == 0)
    for folder in [".local/share/firefly", "copy"] {
      let path = program.home.appendingPathComponent(folder).path
      let isMounted =
        try getuid() == 0
        && (try program.shell("mount --bind \(path) \(path) && mount -o remount,bind,ro \(path)"))
          .status == 0
      if getuid() == 0, !isMounted { try Test.cancel("no folder can be mounted read-only") }
      if !isMounted { chmod(path, 0o500) }
      defer {
        if isMounted { _ = try? program.shell("umount -l \(path)") } else { chmod(path, 0o700) }
      }
      let exported = try program.run("export", "--flat", "--data", folder)
      #expect(exported.output == original, "\(exported.error)")
      let name = folder.split(separator: "/").last ?? ""
      #expect(
        try program.run("export", "--html", "site-\(name)", "--data", folder).output
          == "401 posts, 1 picture\n")
      #expect(
        try program.run("backup", "copy-\(name)", "--data", folder).output
          == "401 posts, 1 picture\n")
      let written = try program.run("post", "--title", "t", "--data", folder, input: "b")
      #expect(written.status == 1 && written.error.contains("can't be used"), "\(written.error)")
    }
  }
}
