import FireflyPictures
import FireflyScreen
import Testing

@testable import FireflyApp
@testable import FireflyRuntime

/// Which protocol a terminal gets: by its replies, by the environment only if the user asks for it.
@Suite struct SharpTerminalTests {
  private let kitty = ["TERM": "xterm-kitty"]

  @Test func theEnvironmentCountsOnlyIfSharpPicturesAreAskedFor() {
    let abilities = ScreenAbilities()
    func method(_ choice: Settings.Pictures) -> SharpProtocol? {
      SharpTerminal(environment: kitty, choice: choice).method(abilities)
    }
    #expect(method(.auto) == nil)
    #expect(method(.sharp) == .kittyPlaceholders)
    #expect(method(.blocks) == nil && method(.none) == nil)
  }

  @Test func aReplyCountsUnlessPicturesAreBlocks() {
    for choice in [Settings.Pictures.auto, .sharp, .blocks, .none] {
      var terminal = SharpTerminal(environment: [:], choice: choice)
      terminal.read("_Gi=31;OK")
      let isAsked = choice == .auto || choice == .sharp
      #expect((terminal.question != nil) == isAsked)
      #expect(terminal.method(ScreenAbilities()) == (isAsked ? .kitty : nil))
      // Without colours, only those who ask for them get sharp pictures.
      #expect(terminal.method(ScreenAbilities(colors: .none)) == (choice == .sharp ? .kitty : nil))
    }
  }
}
