import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The top bar names the place: two places a key apart never look alike.
@Suite struct NamedPlaceTests {
  private func bar(_ name: String, _ list: String, width: Int) -> String {
    var walk = Walk(Post.numbered(1...3), width: width, height: 24)
    walk.state.site = Site(.reading, name: name, lists: [list, "newest"], as: walk.state.account)
    return walk.row(0)
  }

  /// Where there is no room for both, the name of the list goes first, then that of the place is shortened.
  @Test(arguments: [20, 30, 40, 60, 80, 120])
  func theNameOfAPlaceStays(width: Int) {
    let (one, other) = (
      bar("Hacker News", "front page", width: width), bar("Lobsters", "front page", width: width)
    )
    #expect(one != other)
    #expect(one.contains("Hack") && other.contains("Lobs"), "\(one)")
    if width >= 60 { #expect(one.contains("Hacker News · front page"), "\(one)") }
    if width == 30 { #expect(one.contains("Hacker News") && !one.contains("front"), "\(one)") }
  }
}
