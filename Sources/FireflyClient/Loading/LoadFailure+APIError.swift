import FireflyAPI
import FireflyModel

extension LoadFailure {
  /// Creates a failure with the kind and the sentence of an error.
  package init(_ error: APIError) {
    let kind: Kind =
      switch error {
      case .unreachable, .untrusted, .invalidAddress: .offline
      case .timedOut: .timedOut
      case .interrupted: .interrupted
      case .status(401, _): .signedOut
      case .refused(let refusal) where refusal.way == .signInAgain: .signInAgain
      case .status(403, _): .forbidden
      case .status(404, _), .status(410, _): .missing
      case .status(409, _), .status(412, _): .conflict
      case .mayBeThere: .mayBeThere
      case .passwordNeeded(let request): .passwordNeeded(request)
      case .status(413, _): .tooLong
      case .moved, .status, .refused, .notOffered, .missingLibrary: .refused
      case .tooLarge, .tooDeep, .unreadable, .webPage: .unreadable
      case .cancelled: .cancelled
      }
    let isTemporary =
      switch error {
      case .status(429, _), .status(500..., _), .unreadable, .webPage: true
      default: false
      }
    self.init(
      kind, error.sentence, isTemporary: isTemporary, mayHaveArrived: error.mayHaveArrived)
    if error.reason != error.sentence { reason = error.reason }
  }
}
