import FireflyForeign
import Foundation
import OddInputs
import Testing

/// Each number of a text may be any other: nothing ends the program.
@Suite struct OddNumberTests {
  @Test(arguments: [
    "2025-11-03T10:31:24.5+01:00", "Mon, 03 Nov 2025 10:31:24 +0100", "1700000000", "1700000000000",
    "20210107061320", "January 7th 2021", "3.11.2025", "11/3/2025 10:31 PM", "2025-W45-1",
    "2025-307",
    "Mon Nov  3 10:31:24 2025",
  ])
  func dates(_ sample: String) {
    for text in OddNumbers.variants(of: sample) {
      for date in [ForeignDate.date(text), ForeignDate.day(ofName: text), FeedDate.date(text)] {
        if let date { #expect(abs(date.timeIntervalSince1970) < 1e12) }
      }
    }
  }
}
