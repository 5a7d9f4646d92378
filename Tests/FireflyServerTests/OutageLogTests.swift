import KeptLog
import Testing

@testable import FireflyServer
@testable import FireflyStore

/// An outage has two lines in the log, however many requests fail.
@Suite struct OutageLogTests {
  @Test func theBeginningAndTheEndAreLogged() {
    let log = KeptLog()
    let outage = OutageLog("The store", log.logger)
    let start = ContinuousClock.now
    outage.works(at: start)
    #expect(outage.fails(at: start))
    // Some requests succeed meanwhile.
    for second in 1...40 {
      outage.works(at: start + .seconds(second))
      #expect(!outage.fails(at: start + .seconds(second)))
    }
    #expect(log.lines.isEmpty)
    for second in 44...50 { outage.works(at: start + .seconds(second)) }
    #expect(
      log.lines == ["notice The store works again. Requests that failed within 41 s: 41"])
    #expect(outage.fails(at: start + .seconds(60)))
  }
}
