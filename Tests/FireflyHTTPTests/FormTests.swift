import Foundation
import Testing

@testable import FireflyHTTP

@Suite struct FormTests {
  private static let multipart = "multipart/form-data; boundary=b"

  /// Reads a form in pieces of so many bytes, and joins those of a file.
  private func read(
    _ body: some Sequence<UInt8>, as type: String, by length: Int,
    limits: FormLimits = FormLimits()
  ) throws -> [FormPart] {
    var reader = try FormReader(contentType: type, limits: limits)
    var parts: [FormPart] = []
    let bytes = Array(body)
    for start in stride(from: 0, to: bytes.count, by: length) {
      parts += try reader.read(Array(bytes[start..<min(start + length, bytes.count)]))
    }
    parts += try reader.finish()
    return parts.reduce(into: []) { joined, part in
      if case .file(let name, let bytes) = part, case .file(name, let before) = joined.last {
        joined[joined.count - 1] = .file(name: name, bytes: before + bytes)
      } else {
        joined.append(part)
      }
    }
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "no boundary at all",
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--bb--",
    "--b\r\nX: " + String(repeating: "y", count: 5000)
      + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--b--",
  ])
  func damagedFormsAreRefused(_ body: String) {
    for length in [1, 7, 100_000] {
      #expect(throws: FormError.malformed) {
        try read(body.utf8, as: Self.multipart, by: length)
      }
    }
  }

  @Test(arguments: [nil, "", "text/plain", "multipart/form-data", "multipart/form-data; boundary="])
  func otherTypesAreRefused(_ type: String?) {
    #expect(throws: FormError.malformed) { try FormReader(contentType: type) }
  }

  /// However it is cut, a form is the same.
  @Test func formsAreReadInPieces() throws {
    let body = """
      preamble\r\n--b\r
      content-disposition: form-data; name="title"\r\n\r
      a; "b"\r\n\r\n-b\r\n--\r
      --b\r
      Content-Type: image/png\r
      Content-Disposition: form-data; name="image"; filename=""\r\n\r
      \r\n--b\r
      Content-Disposition: form-data; filename="a \\"b\\"; name=x"; name=image\r\n\r
      \r\n--c\r\r\n--\r\n--b--\r\nepilogue --b
      """
    let expected: [FormPart] = [
      .field(name: "title", value: "a; \"b\"\r\n\r\n-b\r\n--"),
      .file(name: "image", bytes: Array("\r\n--c\r\r\n--".utf8)),
    ]
    for length in 1...body.utf8.count {
      let parts = try read(
        body.utf8, as: "Multipart/Form-Data; Boundary=\"b\"", by: length)
      #expect(parts == expected, "pieces of \(length)")
    }
  }

  @Test func filesOfAnyBytesComeThrough() throws {
    let file = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let head = "--b\r\nContent-Disposition: form-data; name=i; filename=f\r\n\r\n"
    let body = Array(head.utf8) + file + Array("\r\n--b--".utf8)
    for length in [1, 13, 4096, 65_536] {
      #expect(
        try read(body, as: Self.multipart, by: length) == [.file(name: "i", bytes: file)])
    }
  }

  @Test func encodedFormsAreReadInPieces() throws {
    let body = "a=1&b=x+y%2B%20%E2%80%A6&&c&broken=%zz&d=%00=e"
    for length in 1...body.utf8.count {
      #expect(
        try read(body.utf8, as: "application/x-www-form-urlencoded; charset=utf-8", by: length) == [
          .field(name: "a", value: "1"), .field(name: "b", value: "x y+ …"),
          .field(name: "c", value: ""), .field(name: "d", value: "\u{0}=e"),
        ])
    }
  }

  @Test func limitsHold() throws {
    var limits = FormLimits()
    (limits.fieldBytes, limits.fields) = (10, 3)
    func field(_ name: String, _ value: String) -> String {
      "--b\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n\(value)\r\n"
    }
    let ten = String(repeating: "x", count: 10)
    for length in [1, 5, 1000] {
      #expect(
        try read(
          (field("a", ten) + "--b--").utf8, as: Self.multipart, by: length, limits: limits)
          == [.field(name: "a", value: ten)])
      for (type, body) in [
        (Self.multipart, field("a", ten + "y") + "--b--"),
        ("application/x-www-form-urlencoded", "a=\(ten)y"),
        ("application/x-www-form-urlencoded", "a=" + String(repeating: "%41", count: 11)),
      ] {
        #expect(throws: FormError.fieldTooLarge(name: "a", limit: 10)) {
          try read(body.utf8, as: type, by: length, limits: limits)
        }
      }
      for (type, body) in [
        (Self.multipart, String(repeating: field("a", ""), count: 4) + "--b--"),
        ("application/x-www-form-urlencoded", "a=&b=&c=&d="),
      ] {
        #expect(throws: FormError.tooManyFields(limit: 3)) {
          try read(body.utf8, as: type, by: length, limits: limits)
        }
      }
    }
  }
}
