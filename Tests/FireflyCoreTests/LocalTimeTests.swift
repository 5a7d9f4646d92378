import Foundation
import Testing

@testable import FireflyCore

@Suite("Local time")
struct LocalTimeTests {
  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  @Test(arguments: [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia",
    "Africa/Casablanca", "Australia/Lord_Howe",
  ])
  func asTheZoneHasItToTheSecond(name: String) throws {
    let zone = try zone(name)
    func expected(_ seconds: Int) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
    let time = LocalTime(offset: expected)
    for seconds in stride(from: 0, to: 2_200_000_000, by: 1_234_567) {
      #expect(time.offset(at: seconds) == expected(seconds))
    }
    if name == "Europe/Berlin" {
      // 26 October 2025, 1:00 GMT.
      #expect(time.offset(at: 1_761_440_399) == 7_200)
      #expect(time.offset(at: 1_761_440_400) == 3_600)
    }
  }

  @Test
  func beyondItsYearsItGoesOnAsAtTheirEnds() throws {
    let berlin = try zone("Europe/Berlin")
    let time = LocalTime { berlin.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    #expect(time.offset(at: -5_000_000_000) == 3_600)
    #expect(time.offset(at: 9_000_000_000) == 3_600)
    #expect(LocalTime.gmt.offset(at: 9_000_000_000) == 0)
  }
}
