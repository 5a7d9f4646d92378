import FireflyApp
import FireflyCore
import FireflyScreen
import Foundation
import Testing

@testable import FireflyPictures
@testable import FireflyRuntime

/// Pictures that are larger on the screen than they are kept in memory.
@MainActor
@Suite(.serialized) struct SharpDetailTests {
  /// A large terminal with the kitty protocol, before it a post with a picture of 1,600 × 800 pixels:
  /// upright lines, each a pixel wide, which are grey at half its size and black and white as it is.
  private func running(
    placeholders: Bool, choice: Settings.Pictures = .auto, writeDelay: UInt32 = 0,
    _ body: @escaping @MainActor @Sendable (Stage) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let lines = (0..<1_600).flatMap { x -> [UInt8] in
        let tone: UInt8 = x % 2 == 0 ? 0 : 255
        return [tone, tone, tone, 255]
      }
      let size = PixelSize(width: 1_600, height: 800)
      let bitmap = try #require(
        Bitmap(size: size, bytes: Array(repeatElement(lines, count: 800).joined())))
      let file = try #require(bitmap.encoded(as: .png))
      try Data(file).write(to: server.folder.appendingPathComponent("uploads/lines.png"))
      let posts = try server.add(
        #"{"posts":[{"title":"the parent","children":[{"title":"a","image_url":"/uploads/lines.png"}]}]}"#
      )
      var terminal = SharpTerminal(
        environment: placeholders ? ["KITTY_WINDOW_ID": "1"] : [:], choice: choice)
      if placeholders { terminal.read("_Gi=32;OK") }
      terminal.read("_Gi=31;OK")
      let known = terminal
      try await MainActor.run {
        var abilities = ScreenAbilities()
        abilities.cellPixels = CellPixels(width: 10, height: 20)
        let screen = RecordingScreen(size: Size(width: 160, height: 50), abilities: abilities)
        screen.writeDelay = writeDelay
        return Stage(server, motion: .none, screen: screen, terminal: known)
      }.play(at: posts[0], body)
    }
  }

  /// The pictures that a terminal with the kitty protocol was sent, in order.
  private func sent(_ screen: RecordingScreen) -> [(id: String, file: [UInt8])] {
    var pictures: [(id: String, payload: String)] = []
    for part in String(decoding: screen.written.joined(), as: UTF8.self)
      .components(separatedBy: "\u{1B}_G").dropFirst()
    {
      let fields = part.components(separatedBy: "\u{1B}\\")[0].split(separator: ";")
      if let id = fields[0].firstMatch(of: /a=t,.*i=(\d+)/)?.1 {
        pictures.append((String(id), String(fields[1])))
      } else if fields.count == 2, !pictures.isEmpty {
        pictures[pictures.count - 1].payload += fields[1]
      }
    }
    return pictures.map { ($0.id, Array(Data(base64Encoded: $0.payload) ?? Data())) }
  }

  /// The darkest and the brightest of the picture's middle row, away from its corners.
  private func tones(_ file: [UInt8]) throws -> (darkest: UInt8, brightest: UInt8) {
    let box = PixelSize(width: 4_000, height: 4_000)
    let bitmap = try PictureDecoder().decode(file, fitting: box)
    let start = (bitmap.size.height / 2 * bitmap.size.width + bitmap.size.width / 4) * 4
    let row = bitmap.bytes[start..<start + bitmap.size.width * 2]
    return (
      row.min() ?? 0,
      stride(from: row.startIndex, to: row.endIndex, by: 4).map { row[$0] }.max() ?? 0
    )
  }

  /// Unless they are wanted on slow lines, too.
  @Test(arguments: [Settings.Pictures.auto, .sharp])
  func aSlowLineEndsSharpPictures(choice: Settings.Pictures) async throws {
    try await running(placeholders: false, choice: choice, writeDelay: 600_000) { stage in
      try await waitUntil("the thumbnail") { self.sent(stage.screen).count == 1 }
      @MainActor func isEnded() -> Bool {
        String(decoding: stage.screen.written.joined(), as: UTF8.self).contains("a=d,d=I,")
      }
      if choice == .auto {
        try await waitUntil("the removal of the picture") { isEnded() }
      } else {
        try await stage.rests()
        #expect(!isEnded())
      }
    }
  }

  @Test(arguments: [false, true])
  func overTheWholeScreenItIsDecodedAnewAndTheUsualOneShownBefore(
    placeholders: Bool
  ) async throws {
    try await running(placeholders: placeholders) { stage in
      try await stage.shows("1 of 1")
      try await waitUntil("the thumbnail") { self.sent(stage.screen).count == 1 }
      stage.press(.character("z"))
      try await waitUntil("both") { self.sent(stage.screen).count == 3 }
      try await stage.rests()
      let pictures = self.sent(stage.screen)
      #expect(pictures.count == 3)
      let (soft, fine) = try (self.tones(pictures[1].file), self.tones(pictures[2].file))
      #expect(soft.darkest > 100 && soft.brightest < 155)
      #expect(fine.darkest < 10 && fine.brightest > 245)
      let text = String(decoding: stage.screen.written.joined(), as: UTF8.self)
      if placeholders {
        let color = Color(hex: try #require(UInt32(pictures[2].id)))
        let cell = try #require(stage.screen.frames.last)[80, 25]
        #expect(cell.style.foreground == color)
      } else {
        // The sharper one stands before the other goes.
        let place = try #require(text.range(of: "a=p,i=\(pictures[2].id),"))
        let removal = try #require(text.range(of: "a=d,d=i,i=\(pictures[1].id),"))
        #expect(place.lowerBound < removal.lowerBound)
      }
      // Nothing is made again.
      stage.press(.character("z"))
      try await stage.rests()
      stage.press(.character("z"))
      try await stage.rests()
      #expect(self.sent(stage.screen).count == 3)
    }
  }
}

extension Stage {
  /// Starts at a post, and ends when the body has.
  fileprivate func play(
    at post: Int, _ body: @MainActor (Stage) async throws -> Void
  ) async throws {
    start(at: post)
    defer { runtime.end() }
    try await body(self)
  }
}
