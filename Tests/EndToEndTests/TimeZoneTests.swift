import OwnThreads
import TerminalHarness
import Testing

/// Dates are days where the reader is, whatever the wire says.
@Suite(.serialized, .ownThreads) struct TimeZoneTests {
  @Test(arguments: [
    ("UTC0", "5 Nov 2025"), ("Europe/Berlin", "6 Nov 2025"), (":Asia/Tokyo", "6 Nov 2025"),
    ("America/New_York", "5 Nov 2025"), ("CET-1CEST,M3.5.0,M10.5.0/3", "6 Nov 2025"),
  ])
  func halfAnHourBeforeMidnight(zone: String, day: String) throws {
    let late = SamplePost(title: "late", createdAt: "Wed, 05 Nov 2025 23:30:00 GMT")
    let session = try FireflySession.start(among: [late], environment: ["TZ": zone])
    try session.terminal.wait(matching: #"· \d+ Nov 2025"#)
    #expect(session.terminal.screenText.contains("· \(day)"))
  }
}
