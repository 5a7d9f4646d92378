import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Pictures for what one writes, by keys, by the real program.
@Suite(.serialized, .ownThreads) struct AttachingTests {
  /// A home with pictures to attach, of 240 × 80 pixels each.
  private func home() throws -> FireflyHome {
    let home = try FireflyHome()
    let folder = URL(fileURLWithPath: home.path).appendingPathComponent("Pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in [("wide one.png", Self.picture), ("wide two.png", Self.other)] {
      let bytes = try #require(Data(base64Encoded: text))
      try bytes.write(to: folder.appendingPathComponent(name))
    }
    try Data("no picture".utf8).write(to: folder.appendingPathComponent("other.png"))
    return home
  }

  /// What an export says of the post with a title.
  private func post(_ title: String, in home: FireflyHome) throws -> [String: Any] {
    let lines = try home.run(["export", "--flat"]).lines
    let posts = try lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    return try #require(posts.first { $0["title"] as? String == title })
  }

  @Test func aPictureIsAttachedCroppedReplacedAndTakenOff() throws {
    let home = try home()
    let session = try FireflySession.start(home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("nseen<c-o>")
    try terminal.wait(for: "picture: path")

    // What is no picture is refused in words; the line stays.
    try terminal.send("~/Pi<tab>")
    try terminal.wait(for: "picture: ~/Pictures/")
    try terminal.send("o<tab>")
    try terminal.wait(for: "picture: ~/Pictures/other.png")
    try terminal.send("<enter>")
    try terminal.wait(for: "is not a PNG, JPEG, GIF or WebP picture.")
    try terminal.send("<c-u>~/Pictures/w<tab>")
    try terminal.wait(for: "wide one.png")
    try terminal.send("<c-u>~/Pictures/wide o<tab>")
    try terminal.wait(for: "picture: ~/Pictures/wide one.png")
    try terminal.send("<enter>")
    try terminal.wait(for: "remove picture")
    try terminal.send("<a-l><a-l><a-l><c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.waitForRest()
    let made = try post("seen", in: home)
    #expect((made["image_url"] as? String)?.hasSuffix(".jpg") == true)
    #expect(made["clip_offset_x"] as? Double == 0.3)

    // Another one takes its place once that is taken off, through a sudden end.
    try terminal.send("e")
    try terminal.wait(for: "remove picture")
    try terminal.send("<a-o>")
    try terminal.wait(for: "restore picture")
    try terminal.send("<c-o>")
    try terminal.wait(for: "picture: path")
    try terminal.send("~/Pictures/wide two.png<enter>")
    try terminal.wait(forNo: "picture: ~")
    try terminal.wait(until: "the draft") { _ in
      try home.run(["drafts"]).output.contains("/drafts/")
    }
    terminal.signal(SIGKILL)
    _ = try terminal.waitForExit()
    // What becomes of the file makes no difference.
    try FileManager.default.removeItem(atPath: home.path + "/Pictures")
    let next = try FireflySession.start(home: home)
    try next.terminal.wait(for: "Unfinished draft “seen”")
    try next.terminal.send("e")
    try next.terminal.wait(for: "This is your draft")
    try next.terminal.send("<c-s>")
    try next.terminal.wait(forNo: "Ctrl-S save")
    try next.terminal.waitForRest()
    let replaced = try post("seen", in: home)
    #expect((replaced["image_url"] as? String)?.hasSuffix(".jpg") == true)
    #expect(replaced["image_url"] as? String != made["image_url"] as? String)
    #expect(replaced["clip_offset_x"] as? Double == 0)
    #expect(try home.run(["drafts"]).output == "")

    try next.terminal.send("e")
    try next.terminal.wait(for: "remove picture")
    try next.terminal.send("<a-o>")
    try next.terminal.wait(for: "restore picture")
    try next.terminal.send("<c-s>")
    try next.terminal.wait(forNo: "Ctrl-S save")
    try next.terminal.waitForRest()
    #expect(try post("seen", in: home)["image_url"] as? String == nil)
    #expect(try next.quit() == .code(0))
  }

  /// Pictures in the text survive a sudden end, and are sent with the post; Ctrl-O shows them in the preview.
  @Test func severalPicturesGoIntoTheText() throws {
    let home = try home()
    let session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("nseen<tab>")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.waitForRest()
    // The first one is that of the card.
    try session.terminal.send("<tab>words<c-o>")
    try session.terminal.wait(for: "picture: path")
    try session.terminal.send("~/Pictures/wide one.png<enter>")
    try session.terminal.wait(forNo: "picture: ~")
    try session.terminal.wait(for: "remove picture")
    try session.terminal.send("<c-o>")
    try session.terminal.wait(for: "in text: path")
    try session.terminal.paste(
      "'\(home.path)/Pictures/wide one.png' \(home.path)/Pictures/wide\\ two.png")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "![wide two](draft-picture:")
    try session.terminal.wait(until: "the draft") { _ in
      let drafts = try home.run(["drafts", "--json"]).output
      return drafts.contains("![wide one](draft-picture:") && drafts.contains("![wide two]")
    }
    session.terminal.signal(SIGKILL)
    _ = try session.terminal.waitForExit()
    try FileManager.default.removeItem(atPath: home.path + "/Pictures")

    let next = try FireflySession.start(home: home)
    try next.terminal.wait(for: "n your draft")
    try next.terminal.send("n")
    try next.terminal.wait(for: "Continue your draft")
    try next.terminal.send("<enter>")
    try next.terminal.wait(for: "This is your draft")
    try next.terminal.send("<a-p>")
    try next.terminal.wait(for: "Ctrl-O show pictures")
    try next.terminal.send("<c-o>")
    try next.terminal.wait(forNo: "Ctrl-S save")
    try next.terminal.send("<esc>")
    try next.terminal.wait(for: "Ctrl-O show pictures")
    try next.terminal.send("<c-s>")
    try next.terminal.wait(forNo: "Ctrl-S save")
    try next.terminal.waitForRest()
    let body = try #require(try post("seen", in: home)["body"] as? String)
    let shown = body.matches(of: /!\[(wide one|wide two)\]\(\/uploads\/[0-9a-f]{32}\.jpg\)/)
    #expect(shown.map(\.1) == ["wide one", "wide two"])
    #expect(body == "words\n\n" + shown.map { "\($0.0)" }.joined(separator: "\n\n"))
    let picture = try post("seen", in: home)["image_url"] as? String
    #expect(picture?.hasSuffix(".jpg") == true)
    #expect(try home.run(["drafts"]).output == "")
    #expect(try next.quit() == .code(0))
  }

  /// The corners of a picture that is edited; on such a server, account and host take the room of a hint.
  private static let corners = "▘ .*▝"

  /// Signs in on a plain server, where a new post has got its words.
  private func writing(on server: PlainServer, _ home: FireflyHome) throws -> FireflySession {
    let session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.send("n")
    try session.signIn(on: server)
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("seen<tab>from the pier<tab>in the morning")
    return session
  }

  /// A plain server takes pictures and crops, in two steps; it takes none off.
  @Test func onAPlainServer() async throws {
    let server = try await PlainServer()
    let home = try home()
    let session = try writing(on: server, home)
    let terminal = session.terminal
    // Dropped on the terminal, a file is its path; one key makes it a picture.
    try terminal.paste("'\(home.path)/Pictures/wide one.png' ")
    try terminal.wait(for: "Ctrl-O attaches the picture “wide one.png”.")
    try terminal.send("<c-o>")
    try terminal.wait(matching: Self.corners)
    try terminal.send("<a-h><c-s>")
    try terminal.wait(forNo: "Ctrl-S save")
    try terminal.wait(forNo: "saving…")
    try terminal.waitForRest()
    #expect(server.titles == ["seen"])
    #expect(server.picture(ofPostTitled: "seen")?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
    #expect(server.crop(ofPostTitled: "seen") == [-0.1, 0])
    #expect(!terminal.screenRows.contains { $0.contains("Pictures/") })
    try terminal.send("e")
    try terminal.wait(for: "Ctrl-S save")
    #expect(!terminal.screenText.contains("remove picture"))
    try terminal.send("<a-o>")
    try terminal.wait(for: "can't remove a picture")
    try terminal.wait(forNo: "can't remove a picture")
    try terminal.send("<c-c>")
    try terminal.wait(forNo: "Ctrl-S save")
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// Whatever happens to an upload, the card comes back with everything in it, or the post is there once.
  @Test(arguments: ["refused", "gone", "unanswered"])
  func theUploadIsBrokenOff(how: String) async throws {
    let server = try await PlainServer()
    let home = try home()
    let session = try writing(on: server, home)
    let terminal = session.terminal
    try terminal.send("<c-o>")
    try terminal.wait(for: "picture: path")
    try terminal.send("~/Pictures/wide one.png<enter>")
    try terminal.wait(matching: Self.corners)
    // Nothing else of the home is needed any more.
    try FileManager.default.removeItem(atPath: home.path + "/Pictures")
    switch how {
    case "refused": server.fail("/api/posts/create")
    case "gone": await server.stop()
    default: server.loseAnswers(after: 0)
    }
    try terminal.send("<c-s>")
    if how != "unanswered" {
      // It is back, and says why.
      try terminal.wait(for: how == "refused" ? "500" : "Can't reach")
      try terminal.wait(for: "Ctrl-S save")
      try terminal.wait(for: "in the morning")
      #expect(server.titles == [])
      if how == "gone" { try await server.resume() }
      server.fail("/api/posts/create", false)
      try terminal.send("<c-s>")
    }
    try terminal.wait(forNo: "Ctrl-S save")
    // Whether an earlier try arrived is looked for first.
    try terminal.wait(until: "the post is on the server") { _ in server.titles == ["seen"] }
    try terminal.waitForRest()
    #expect(server.titles == ["seen"])
    #expect(server.picture(ofPostTitled: "seen")?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
    #expect(try home.run(["drafts", "--server", server.address]).output == "")
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// One colour.
  private static let other = """
    iVBORw0KGgoAAAANSUhEUgAAAPAAAABQCAIAAACoK28rAAAAsElEQVR42u3SAQkAAAzDsIm4nPvnsu5jBKKgNLcDNSIB\
    hgZDg6HB0BgaDA2GBkODoTE0GBoMDYYGQ2NoMDQYGgwNhsbQYGgwNBgaDI2hwdBgaDA0GBpDg6HB0GBoMDSGBkODocHQ\
    GBoMDYYGQ4OhMTQYGgwNhgZDY2gwNBgaDA2GxtBgaDA0GBoMjaHB0GBoMDQYGkODocHQYGgwNIYGQ4OhwdBgaAwNhgZD\
    g6ExNHR4fCgMzxlnjjIAAAAASUVORK5CYII=
    """
  private static let picture = """
    iVBORw0KGgoAAAANSUhEUgAAAPAAAABQCAIAAACoK28rAAAA/UlEQVR42u3SQQkAAAwDsfo3vbnoowROwZFcokIe\
    lPIAaKAFNNBAC2igBTTQQAtooAU00EALaKAFNNBAC2igBTTQQAtooAU00EALaKAFNNBAC2igBTTQQAtooAU00EAL\
    aKAFNNBAC2igBTTQQAtooAU00EALaKAFNNBAC2igBTTQQAtooOUB0EALaKCBFtBAC2iggRbQQAtooIEW0EALaKCB\
    FtBAC2iggRbQQAtooIEW0EALaKCBFtBAC2iggRbQQAtooIEW0EALaKCBFtBAC2iggRbQQAtooIEW0EALaKCBFtBA\
    C2iggRbQQMsAoIEW0EADLaCBFtBAAy2gN3rpbLlXg3KeCAAAAABJRU5ErkJggg==
    """
}
