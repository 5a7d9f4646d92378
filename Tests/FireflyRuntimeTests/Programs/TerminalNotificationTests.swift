import Testing

@testable import FireflyRuntime

@Suite struct TerminalNotificationTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], "\u{1B}]99;i=firefly;Firefly: You have a reply.\u{1B}\\"),
    (["TERM": "foot-extra"], "\u{1B}]777;notify;Firefly;You have a reply.\u{07}"),
    (
      ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"],
      "\u{1B}]777;notify;Firefly;You have a reply.\u{07}"
    ),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], "\u{07}"),
    (["TERM": "xterm-256color"], "\u{07}"), ([:], "\u{07}"),
  ])
  func onlyTerminalsThatAreKnownToShowItGetMoreThanTheBell(
    environment: [String: String], expected: String
  ) {
    let bytes = TerminalNotification.sequence("You have a reply.", environment)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
