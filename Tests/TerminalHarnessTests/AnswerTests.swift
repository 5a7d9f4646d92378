import TerminalHarness
import Testing

/// What the terminal tells a program that asks, and when the output came.
@Suite struct AnswerTests {
  /// What a program reads after it has written a question.
  private func answer(to question: String, length: Int) throws -> String {
    let script = """
      stty raw -echo; printf "$1"; dd bs=1 count=\(length) 2>/dev/null | od -An -v -t c -w200
      """
    let session = try TerminalSession(
      ["sh", "-c", script, "sh", question], size: TerminalSize(columns: 200, rows: 5),
      colors: DefaultColors(foreground: 0x102030, background: 0xF0F1F2))
    try session.waitForExit()
    return session.screenText.split(separator: " ").joined()
      .replacing("033", with: "^").replacing("\n", with: "")
  }

  @Test(arguments: [
    ("\\033[c", "^[?1;2c"), ("\\033[3;2H\\033[6n", "^[3;2R"), ("\\033[5n", "^[0n"),
    ("\\033]11;?\\007", "^]11;rgb:f0f0/f1f1/f2f2^\\"), ("\\033[18t", "^[8;5;200t"),
    ("\\033]10;?\\033\\\\", "^]10;rgb:1010/2020/3030^\\"), ("\\033[14t", "^[4;100;2000t"),
    ("\\033[16t", "^[6;20;10t"),
  ]) func questions(question: String, expected: String) throws {
    #expect(try answer(to: question, length: expected.count) == expected)
  }

  @Test func mouse() throws {
    let session = try TerminalSession([
      "sh", "-c",
      "stty raw -echo; printf '\\033[?1002h\\033[?1006hready'; dd bs=1 count=18 2>/dev/null | od -An -c",
    ])
    try session.wait(for: "ready")
    try session.click(4, 2)
    try session.waitForExit()
    let text = session.screenText.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined()
    #expect(text.contains("[<0;5;3M033[<0;5;3m"))
  }

  @Test func pasteInBrackets() throws {
    let session = try TerminalSession([
      "sh", "-c",
      "stty raw -echo; printf '\\033[?2004hready'; dd bs=1 count=14 2>/dev/null | od -An -c",
    ])
    try session.wait(for: "ready")
    try session.paste("ab")
    try session.waitForExit()
    let text = session.screenText.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined()
    #expect(text.contains("[200~ab033[201~"))
  }

  @Test func timesOfOutput() throws {
    let session = try TerminalSession([
      "sh", "-c",
      "stty raw -echo; printf ready; read x; sleep 0.1; printf one; sleep 0.3; printf two",
    ])
    try session.wait(for: "ready")
    let before = session.outputCount
    let sent = try session.send("<c-j>")
    let response = session.waitForQuiet(
      .milliseconds(600), firstWithin: .seconds(2), since: before)
    let first = try #require(response.first)
    let last = try #require(response.last)
    #expect(first - sent >= .milliseconds(100) && first - sent < .seconds(2))
    #expect(last - first >= .milliseconds(150))
    #expect(response.bytes == 6)
    #expect(session.output(since: before).count == 2)
  }

  @Test func floodsAreNotLost() throws {
    let session = try TerminalSession(
      ["sh", "-c", "stty raw -echo; echo ready; head -c 30000 | wc -c"])
    try session.wait(for: "ready")
    try session.send("<down>", times: 10_000)
    try session.wait(for: "30000")
  }
}
