import FireflyAPI
import FireflyCore
import FireflyHTTP
import Foundation

extension HTTPResponse {
  /// A value as JSON.
  /// - Throws: `EncodingError` if it has no JSON.
  static func json(_ value: some Encodable) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return json(JSONWriter.escapingHidden(try encoder.encode(value)))
  }

  /// A failure in the other shape: `{"error":…}`.
  static func error(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status: status) { json in
      json.beginObject()
      json.key("error")
      json.value(message)
      json.endObject()
    }
  }

  /// The server is there, and what it can do beyond the contract.
  static func pong(for caller: Caller) -> HTTPResponse {
    json { pong(&$0, for: caller) }
  }

  private static func pong(_ json: inout JSONWriter, for caller: Caller) {
    json.beginObject()
    json.key("extensions")
    json.beginArray()
    for name in ServerExtension.allCases.map(\.rawValue).sorted() { json.value(name) }
    json.endArray()
    json.key("limits")
    json.beginObject()
    json.key("title")
    json.value(PostLimits.embedded.title)
    json.key("summary")
    json.value(PostLimits.embedded.summary)
    json.key("body")
    json.value(PostLimits.embedded.body)
    json.key("image")
    json.value(PostLimits.embedded.image)
    json.endObject()
    json.key("message")
    json.value("firefly server is running")
    if case .local = caller {
      json.key("moderator")
      json.value(true)
    }
    json.key("status")
    json.value("ok")
    json.endObject()
  }

  /// The sentence for a caller who may not do something.
  init(_ refusal: Refusal) {
    switch refusal {
    case .signedOut: self = .failure(401, "You need to sign in for this.")
    case .revoked: self = .failure(401, "This device is signed out here. Sign in again.")
    case .otherUser(let email): self = .failure(403, "You are signed in as \(email).")
    }
    if status == 401 { fields["WWW-Authenticate"] = "Bearer" }
  }

  /// There is no such call.
  static let notFound = page(404, "Not found", "There is nothing at this address.")

  /// The body is not what its type says.
  static let badRequest = page(
    400, "Bad request", "The body of the request is not valid.")

  /// The body should be JSON, and isn't, or has other types.
  static let malformedJSON = error(400, "The body of the request is not valid JSON.")

  /// The call exists, with other methods.
  static func methodNotAllowed(_ allowed: [Endpoint.Method]) -> HTTPResponse {
    var response = page(405, "Method not allowed", "This address does not support that method.")
    let names = allowed.map(\.rawValue) + (allowed.contains(.get) ? ["HEAD"] : [])
    response.fields["Allow"] = names.joined(separator: ", ")
    return response
  }

  /// What there is to say of a body that could not be read.
  init(_ error: HTTPBodyError) {
    self =
      switch error {
      // As other servers have it.
      case .tooLarge(let limit):
        .failure(500, "413: the request is larger than \(ByteCount.words(limit)).")
      case .timedOut: .failure(408, "The request took too long.")
      case .malformed, .interrupted: .badRequest
      }
  }

  /// What there is to say of a form that could not be read.
  init(_ error: FormError) {
    self =
      switch error {
      case .malformed: .badRequest
      case .fieldTooLarge(let name, let limit):
        .failure(413, "“\(name.prefix(40))” is longer than \(ByteCount.words(limit)).")
      case .tooManyFields(let limit): .failure(413, "A form has at most \(limit) fields.")
      }
  }
}
