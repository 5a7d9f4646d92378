extension StoreFailure {
  init(_ error: PostgresError) {
    guard case .state(let state) = error.kind else {
      switch error.kind {
      case .missingLibrary: self = .missingLibrary
      case .timedOut: self = .busy
      default: self = .lost(reason: error.message)
      }
      return
    }
    switch state {
    case "28P01", "28000": self = .refused(reason: error.message)
    case "25006": self = .replica
    case "42501": self = .permissionDenied(reason: error.message)
    case "53100": self = .full
    case "53300": self = .tooManyConnections(reason: error.message)
    case "3D000": self = .noDatabase(reason: error.message)
    case "40001", "40P01", "CR000", "55P03": self = .busy
    default:
      self = error.isLost ? .lost(reason: error.message) : .other(reason: error.message)
    }
  }
}
