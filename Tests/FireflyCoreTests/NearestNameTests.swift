import FireflyCore
import Testing

@Suite("The name that was probably meant")
struct NearestNameTests {
  private let names = ["motion", "mouse", "pictures", "log-level", "theme", "themes", "x"]

  @Test(
    "A slip of the fingers is seen through",
    arguments: [
      ("moton", "motion"), ("motoin", "motion"), ("Motion", "motion"), ("picture", "pictures"),
      ("loglevel", "log-level"), ("log_level", "log-level"), ("themess", "themes"),
      ("moues", "mouse"),
    ])
  func near(name: String, meant: String) {
    #expect(names.nearest(to: name) == meant)
  }

  @Test(
    "What is like none of them is not guessed at",
    arguments: ["", "y", "colours", "moxxxn", String(repeating: "motion", count: 9)])
  func far(name: String) {
    #expect(names.nearest(to: name) == nil)
  }
}
