import Foundation

/// The body of a request, with its content type.
package struct RequestBody: Hashable, Sendable {
  /// The `Content-Type`.
  package var contentType: String
  /// The bytes.
  package var bytes: Data
  /// Observes how much of it has been sent.
  package var observer: UploadObserver?

  /// Encodes a value as JSON.
  /// - Throws: `EncodingError` if the value can't be encoded, such as an infinite number.
  package static func json(_ value: some Encodable) throws -> RequestBody {
    RequestBody(contentType: "application/json", bytes: try JSONEncoder().encode(value))
  }

  /// Encodes a form: multipart (RFC 7578) with a picture, else percent-encoded.
  package static func form(_ form: PostForm) -> RequestBody {
    guard let image = form.image else { return .form(form.fields) }
    return multipart(form.fields, file: "image", image, observer: form.observer)
  }

  /// Encodes a form in parts (RFC 7578), with a picture if there is one.
  ///
  /// - Parameters:
  ///   - file: the name of the field of the picture.
  ///   - image: the picture; nil for none.
  ///   - observer: observes how much of it has been sent.
  package static func multipart(
    _ fields: [QueryItem], file: String = "file", _ image: PostImage? = nil,
    observer: UploadObserver? = nil
  ) -> RequestBody {
    // Random, so that it occurs in no text and no picture.
    let boundary = "firefly-\(UUID().uuidString)"
    var bytes = Data()
    func begin(_ disposition: String) {
      bytes += Data("--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n".utf8)
    }
    for field in fields {
      begin("name=\"\(field.name)\"")
      bytes += Data("\r\n\(field.value)\r\n".utf8)
    }
    if let image {
      begin("name=\"\(file)\"; filename=\"picture.\(image.format.fileExtension)\"")
      bytes += Data("Content-Type: image/\(image.format.rawValue)\r\n\r\n".utf8)
      bytes += image.bytes + Data("\r\n".utf8)
    }
    bytes += Data("--\(boundary)--\r\n".utf8)
    return RequestBody(
      contentType: "multipart/form-data; boundary=\(boundary)", bytes: bytes,
      observer: observer)
  }

  /// Encodes the fields of a form, percent-encoded.
  package static func form(_ fields: [QueryItem]) -> RequestBody {
    RequestBody(
      contentType: "application/x-www-form-urlencoded", bytes: Data(fields.encoded.utf8))
  }
}

extension RequestBody {
  /// Encodes a value as JSON.
  /// - Throws: `APIError.unreadable` if it can't be encoded.
  static func encoding(_ value: some Encodable) throws(APIError) -> RequestBody {
    do {
      return try .json(value)
    } catch {
      throw .unreadable(reason: "\(error)")
    }
  }
}
