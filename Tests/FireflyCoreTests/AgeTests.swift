import FireflyCore
import Foundation
import Testing

@Suite struct AgeTests {
  @Test(
    arguments: [(Double, String)]([
      (-5.0, "now"), (0, "now"), (59, "now"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h"),
      (86_399, "23 h"), (86_400, "1 d"), (364 * 86_400, "364 d"), (365 * 86_400, "1 y"),
      (1e300, "9999 y"),
    ]))
  func anAgeIsRoundedDown(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(WireDate.age(date, at: 1_700_000_000 + seconds) == text)
  }
}
