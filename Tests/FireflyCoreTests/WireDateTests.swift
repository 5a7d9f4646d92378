import Foundation
import Testing

@testable import FireflyCore

@Suite("WireDate")
struct WireDateTests {
  @Test(
    arguments: [
      ("Mon, 03 Nov 2025 10:31:24 GMT", 1_762_165_884),
      ("Mon, 3 Nov 2025 10:31:24 GMT", 1_762_165_884),
      ("03 Nov 2025 10:31:24 GMT", nil),
      ("mon,03 nov 2025 10:31 utc", 1_762_165_860),
      ("Mon, 03 Nov 2025 12:31:24 +0200", 1_762_165_884),
      ("Mon, 03 Nov 2025 10:31:24", 1_762_165_884),
      ("2025-11-03T10:31:24Z", 1_762_165_884),
      ("2025-11-03T10:31:24", 1_762_165_884),
      ("2025-11-03t10:31:24z", 1_762_165_884),
      ("2025-11-03 10:31:24", 1_762_165_884),
      ("2025-11-03T10:31", 1_762_165_860),
      ("2025-11-03", 1_762_128_000),
      ("2025-11-03T10:31:24.5Z", 1_762_165_884.5),
      ("2025-11-03T10:31:24,125", 1_762_165_884.125),
      ("2025-11-03T10:31:24.000000+00:00", 1_762_165_884),
      ("2025-11-03T12:31:24+02:00", 1_762_165_884),
      ("2025-11-03T12:31:24+0200", 1_762_165_884),
      ("2025-11-03T12:31:24+02", 1_762_165_884),
      ("2025-11-03T04:01:24-06:30", 1_762_165_884),
      ("1970-01-01T00:00:00Z", 0),
      ("1969-12-31T23:59:59Z", -1),
      ("1969-12-31T23:59:59.5Z", -0.5),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("1900-02-28T00:00:00Z", -2_203_977_600),
      ("2000-02-29T00:00:00Z", 951_782_400),
      ("2024-02-29T12:00:00Z", 1_709_208_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Double?)])
  func bothFormsAreRead(text: String, seconds: Double?) {
    #expect(WireDate.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", " ", "yesterday", "null", "2025", "2025-11", "2025-13-01", "2025-00-10", "2025-02-29",
    "1900-02-29", "2025-04-31", "2025-11-03T24:00:00Z", "2025-11-03T10:60:00Z",
    "2025-11-03T10:31:61Z", "2025-11-03T", "2025-11-03T1:2:3Z", "2025-11-03T10:31:24+2",
    "2025-11-03T10:31:24+99:00", "2025-11-03T10:31:24 nonsense", "2025-11-03X10:31:24",
    "20251103T103124Z", "-2025-11-03", "２０２５-11-03", "Mon, 31 Feb 2025 10:31:24 GMT",
    "Mon, 03 Nov 25 10:31:24 GMT", "Mon, 03 Brumaire 2025 10:31:24 GMT", "Mon, 03 Nov 2025",
    "Mon, 03 Nov 2025 10:31:24 nonsense", "Mon,", ",,,,", "99999999999999999999-01-01",
  ])
  func invalidDatesAreNil(text: String) {
    #expect(WireDate.date(text) == nil)
  }

  @Test
  func writtenInTheHTTPFormAndReadAgain() {
    #expect(
      WireDate.http(Date(timeIntervalSince1970: 1_762_165_884.9)) == "Mon, 03 Nov 2025 10:31:24 GMT"
    )
    #expect(WireDate.http(Date(timeIntervalSince1970: -0.5)) == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(WireDate.http(Date(timeIntervalSince1970: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    for day in stride(from: -150_000, to: 200_000, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day * 86_400 + day & 0xFFFF))
      #expect(WireDate.date(WireDate.http(date)) == date)
      #expect(WireDate.date(WireDate.iso(date)) == date)
    }
  }

  @Test
  func agreesWithFoundationOnEveryDayOf400Years() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
    for day in stride(from: -40_000, to: 106_000, by: 29) {
      let date = Date(timeIntervalSince1970: Double(day * 86_400))
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      let text = WireDate.http(date)
      let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      #expect(text.hasPrefix(names[try #require(parts.weekday) - 1]))
      #expect(WireDate.day(date).hasPrefix("\(try #require(parts.day)) "))
      #expect(WireDate.day(date).hasSuffix(" \(try #require(parts.year))"))
    }
  }

  @Test
  func aDayAsACardShowsItInATimeZone() throws {
    func local(_ name: String) throws -> LocalTime {
      let zone = try #require(TimeZone(identifier: name))
      return LocalTime { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    }
    let late = try #require(WireDate.date("2025-11-05T23:30:00Z"))
    #expect(WireDate.day(late) == "5 Nov 2025")
    #expect(try WireDate.day(late, in: local("Europe/Berlin")) == "6 Nov 2025")
    #expect(try WireDate.day(late, in: local("America/New_York")) == "5 Nov 2025")
    let early = try #require(WireDate.date("2026-01-01T03:00:00Z"))
    #expect(try WireDate.day(early, in: local("America/New_York")) == "31 Dec 2025")
  }
}
