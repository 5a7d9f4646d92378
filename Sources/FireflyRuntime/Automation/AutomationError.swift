import FireflyHTTP

/// Why something that was asked for from outside is not done.
struct AutomationError: Error, Hashable {
  /// The status of the answer.
  var status: Int
  /// What happened and what to do, in a sentence or two.
  var message: String
  /// The methods that the address has; only where it has not the one that was used.
  var allowed: [String] = []

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The address is asked in other ways only.
  static func method(_ allowed: [String]) -> AutomationError {
    var error = AutomationError(405, "This address accepts \(allowed.joined(separator: " or ")).")
    error.allowed = allowed
    return error
  }

  /// The answer that says so.
  var response: HTTPResponse {
    var response = HTTPResponse.failure(status, message)
    if !allowed.isEmpty { response.fields["Allow"] = allowed.joined(separator: ", ") }
    return response
  }
}
