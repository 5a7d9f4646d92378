import FireflyScreen
import Testing

@testable import FireflyCurses

/// Text that is pasted without marks, among keys.
@Suite struct TypedBurstTests {
  private func events(_ text: String) -> [ScreenEvent] {
    text.map { .key($0 == "\n" ? .enter : $0 == "\t" ? .tab : .character($0)) }
  }

  @Test(arguments: [
    "- one\n- two\n  - three\n- four and five", "a\n\n\tb\n\tc\nthe rest of these words",
    String(repeating: "long ", count: 30) + "\nend",
    "日本\n日本\n日本\n" + String(repeating: "語", count: 30),
  ])
  func linesThatComeTogetherArePasted(text: String) {
    #expect(TypedBurst.joined(events(text)) == [.paste(text)])
    let (before, after) = ([ScreenEvent.key(.up)], [ScreenEvent.key(.control("s")), .focus(true)])
    #expect(TypedBurst.joined(before + events(text) + after) == before + [.paste(text)] + after)
  }

  @Test(arguments: [
    "jjj", "ada@example.org\n123456\n", "a title\na summary\nthe first words of it",
    "a\nb\nc\nd\n", String(repeating: "j", count: 2_000),
    "a title\ta summary\tand a body of several words",
  ])
  func typedLettersAreKeys(text: String) {
    #expect(TypedBurst.joined(events(text)) == events(text))
  }

  @Test func keysWithoutLettersArePassedOn() {
    let keys = (0..<100).flatMap { _ in [ScreenEvent.key(.down), .key(.enter), .focus(true)] }
    #expect(TypedBurst.joined(keys) == keys)
  }
}
