import FireflyCore
import Testing

@Suite("The name that was probably meant")
struct NearestNameTests {
  private let names = ["motion", "mouse", "pictures", "log-level", "theme", "themes", "x"]

  @Test(arguments: [
    ("moton", "motion"), ("motoin", "motion"), ("Motion", "motion"), ("picture", "pictures"),
    ("loglevel", "log-level"), ("log_level", "log-level"), ("themess", "themes"),
    ("moues", "mouse"),
  ])
  func aSlipOfTheFingersIsSeenThrough(name: String, meant: String) {
    #expect(names.nearest(to: name) == meant)
  }

  @Test(arguments: ["", "y", "colours", "moxxxn", String(repeating: "motion", count: 9)])
  func unlikeNamesAreNotSuggested(name: String) {
    #expect(names.nearest(to: name) == nil)
  }
}
