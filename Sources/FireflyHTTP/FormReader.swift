internal import Foundation

/// Parses a form of either type as it arrives; holds at most one field and a piece of a file.
package struct FormReader {
  private var parser: any FormParser

  /// Creates a reader.
  ///
  /// - Parameter contentType: the value of the header field.
  /// - Throws: `FormError.malformed` if this is not the type of a form.
  package init(contentType: String?, limits: FormLimits = FormLimits()) throws(FormError) {
    let type = contentType ?? ""
    switch type.prefix(while: { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased() {
    case "application/x-www-form-urlencoded": parser = URLEncodedReader(limits)
    case "multipart/form-data":
      guard let boundary = FieldParameters.value(of: "boundary", in: type), !boundary.isEmpty,
        boundary.utf8.count <= 200
      else { throw .malformed }
      parser = MultipartReader(boundary: boundary, limits)
    default: throw .malformed
    }
  }

  /// Parses some bytes; returns the parts that they complete.
  package mutating func read(_ bytes: [UInt8]) throws(FormError) -> [FormPart] {
    try parser.read(bytes)
  }

  /// Ends the input and returns the last parts.
  /// - Throws: `FormError`; `.malformed` if the form is incomplete.
  package mutating func finish() throws(FormError) -> [FormPart] {
    try parser.finish()
  }
}

/// Parses one type of form.
protocol FormParser {
  /// Parses some bytes; returns the parts that they complete.
  mutating func read(_ bytes: [UInt8]) throws(FormError) -> [FormPart]
  /// Ends the input and returns the last parts.
  mutating func finish() throws(FormError) -> [FormPart]
}

/// Parses `name=value` or `name="value"` after the `;` of a header field.
enum FieldParameters {
  /// Returns the value with that name; nil if there is none.
  static func value(of name: String, in field: String) -> String? {
    var rest = field[...]
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...]
      guard let equals = rest.firstIndex(of: "="),
        equals < rest.firstIndex(of: ";") ?? rest.endIndex
      else { continue }
      let key = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      rest = rest[rest.index(after: equals)...]
      let value = rest.first == "\"" ? quoted(&rest) : plain(rest)
      if key == name { return value }
    }
    return nil
  }

  private static func plain(_ text: Substring) -> String {
    text.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
  }

  /// Parses a quoted string with backslash escapes.
  private static func quoted(_ rest: inout Substring) -> String {
    var value = ""
    rest.removeFirst()
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let next = rest.first, next == "\"" || next == "\\" else {
        value.append(character)
        continue
      }
      value.append(next)
      rest.removeFirst()
    }
    return value
  }
}
