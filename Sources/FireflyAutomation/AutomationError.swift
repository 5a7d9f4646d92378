import FireflyHTTP

/// Why an automation request failed.
struct AutomationError: Error, Hashable {
  /// The HTTP status.
  var status: Int
  /// What happened and what to do, as sentences.
  var message: String
  /// The allowed methods; only for status 405.
  var allowed: [String] = []

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Creates an error for a method that the address does not accept.
  static func method(_ allowed: [String]) -> AutomationError {
    var error = AutomationError(405, "This address accepts \(allowed.joined(separator: " or ")).")
    error.allowed = allowed
    return error
  }

  var response: HTTPResponse {
    var response = HTTPResponse.failure(status, message)
    if !allowed.isEmpty { response.fields["Allow"] = allowed.joined(separator: ", ") }
    return response
  }
}
