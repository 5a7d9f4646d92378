import Foundation
import Testing

@testable import FireflyClient

@Suite struct ClipboardTests {
  /// What a terminal would put on its clipboard.
  private func text(of sequence: [UInt8]) throws -> String {
    let whole = try #require(String(bytes: sequence, encoding: .ascii))
    let parts = try #require(whole.wholeMatch(of: /\u{1B}\]52;c;([A-Za-z0-9+\/=]*)\u{07}/))
    let data = try #require(Data(base64Encoded: String(parts.1)))
    return try #require(String(data: data, encoding: .utf8))
  }

  @Test(arguments: ["", "a", "two\nlines", "日本 🧭", "\u{1B}]52;c;AAAA\u{07}"])
  func textsComeBackWhole(_ original: String) throws {
    #expect(try text(of: Clipboard.sequence(for: original)) == original)
  }

  @Test func longTextsAreCut() throws {
    let sequence = Clipboard.sequence(for: String(repeating: "x", count: 1_000_000))
    #expect(sequence.count < 100_000)
    #expect(try text(of: sequence).count == Clipboard.limit)
  }

  @Test(arguments: 0..<4)
  func aCutIsNeverWithinACharacter(_ before: Int) throws {
    let original = String(repeating: "x", count: before) + String(repeating: "🧭", count: 20_000)
    let text = try text(of: Clipboard.sequence(for: original))
    #expect(original.hasPrefix(text))
    #expect(text.utf8.count > Clipboard.limit - 4)
  }

  @Test func howMuchIsCopiedIsSaid() {
    #expect(Clipboard.complaint(about: String(repeating: "x", count: Clipboard.limit)) == nil)
    #expect(
      Clipboard.complaint(about: String(repeating: "x", count: 240_000))
        == "Copied only the first 74 of 240 kB: terminals accept no more.")
  }
}
