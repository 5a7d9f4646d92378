import FireflyHTTP

/// A form as a plain server takes it: all of it at once.
struct PlainForm {
  /// Its fields; none if it can't be read.
  private(set) var fields: [String: String] = [:]
  /// The file called `image`; empty if there is none.
  private(set) var image: [UInt8] = []

  /// Reads the form of a request.
  init(_ request: HTTPRequest) async {
    do {
      var reader = try FormReader(contentType: request.fields["content-type"])
      while let piece = try await request.body.next() { take(try reader.read(piece)) }
      take(try reader.finish())
    } catch {
      (fields, image) = ([:], [])
    }
  }

  private mutating func take(_ parts: [FormPart]) {
    for part in parts {
      switch part {
      case .field(let name, let value): fields[name] = value
      case .file("image", let bytes): image += bytes
      case .file: break
      }
    }
  }
}
