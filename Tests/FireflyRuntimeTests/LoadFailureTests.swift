import FireflyAPI
import FireflyClient
import FireflyModel
import Testing

/// Why a request failed, for the app.
@Suite struct LoadFailureTests {
  /// What may have arrived is known by the error alone: a 500 is no refusal.
  @Test(arguments: [
    APIError.status(500, message: nil), .status(404, message: nil), .status(429, message: nil),
    .timedOut(seconds: 3), .interrupted, .webPage, .unreadable(reason: ""),
    .unreachable(host: "m.example"), .notOffered("No."),
  ])
  func whatMayHaveArrived(_ error: APIError) {
    #expect(LoadFailure(error).mayHaveArrived == error.mayHaveArrived)
  }
}
