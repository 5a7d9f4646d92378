import FireflyAPI
import FireflyCore
import FireflyHTTP
import FireflyJSON
import FireflyStore
import Foundation

extension HTTPResponse {
  /// Creates a response with a value as JSON.
  /// - Throws: `EncodingError`.
  static func json(_ value: some Encodable) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return json(JSONWriter.escapingHidden(try encoder.encode(value)))
  }

  /// Creates an error response of the second form: `{"error":…}`.
  static func error(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status: status) { json in
      json.beginObject()
      json.key("error")
      json.value(message)
      json.endObject()
    }
  }

  /// Creates the response to a ping, with the server's extensions and limits.
  static func pong(
    for caller: Caller, _ access: Access, _ quota: Quota, server: String?
  ) -> HTTPResponse {
    json { pong(&$0, for: caller, access, quota, server) }
  }

  private static func pong(
    _ json: inout JSONWriter, for caller: Caller, _ access: Access, _ quota: Quota,
    _ server: String?
  ) {
    json.beginObject()
    json.key("extensions")
    json.beginArray()
    let offered = ServerExtension.allCases.filter { $0 != .marks || caller.email != nil }
    for name in offered.map(\.rawValue).sorted() { json.value(name) }
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
    if quota.pictureBytes != nil {
      json.key("pictures")
      json.value(StoreLimits.uploads)
    }
    json.endObject()
    json.key("message")
    json.value("firefly server is running")
    if case .local = caller {
      json.key("moderator")
      json.value(true)
    }
    json.key("replies")
    json.value(access.repliers.rawValue)
    if let server {
      json.key("server")
      json.value(server)
    }
    json.key("status")
    json.value("ok")
    json.endObject()
  }

  /// Returns the response with the time in seconds after which the client may try again.
  func retry(after seconds: Int) -> HTTPResponse {
    var response = self
    response.fields["Retry-After"] = "\(seconds)"
    return response
  }

  /// Creates the response for a caller who may not do something.
  init(_ refusal: Refusal) {
    switch refusal {
    case .signedOut: self = .failure(401, "You need to sign in for this.")
    case .revoked: self = .failure(401, "This device is signed out here. Sign in again.")
    case .otherUser(let email): self = .failure(403, "You are signed in as \(email).")
    case .tooManyRequests:
      self = .failure(429, "Too many requests of your account at a time. Try again in a moment.")
        .retry(after: HTTPClientStatus.retrySeconds)
    case .tooManyPictures:
      self = .failure(
        429,
        "You are sending \(PictureUploads.maximumOfUser) pictures already. Try again in a moment."
      ).retry(after: HTTPClientStatus.retrySeconds)
    }
    if status == 401 { fields["WWW-Authenticate"] = "Bearer" }
  }

  /// The response for an unknown path.
  static let notFound = page(404, "Not found", "There is nothing at this address.")

  /// The response for a body that doesn't have the format of its type.
  static let badRequest = page(
    400, "Bad request", "The body of the request is not valid.")

  /// The response for a body that is not valid JSON, or has values of other types.
  static let malformedJSON = error(
    400, "The body of the request is not valid JSON, or a field is missing or not valid.")

  /// Creates the response for an unsupported method.
  static func methodNotAllowed(_ allowed: [Endpoint.Method]) -> HTTPResponse {
    var response = page(405, "Method not allowed", "This address does not support that method.")
    let names = allowed.map(\.rawValue) + (allowed.contains(.get) ? ["HEAD"] : [])
    response.fields["Allow"] = names.joined(separator: ", ")
    return response
  }

  /// Creates the response for a body that can't be read.
  init(_ error: HTTPBodyError) {
    self =
      switch error {
      // Other servers of this API respond in this way.
      case .tooLarge(let limit):
        .failure(500, "413: the request is larger than \(ByteCount.words(limit)).")
      case .timedOut: .failure(408, "The request took too long.")
      case .malformed, .interrupted: .badRequest
      }
  }

  /// Creates the response for a form that can't be parsed.
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
