/// Why a form could not be parsed.
package enum FormError: Error, Hashable, Sendable {
  /// Not a form, or an invalid one.
  case malformed
  /// A field is larger than the limit, in bytes.
  case fieldTooLarge(name: String, limit: Int)
  /// It has more fields than the limit.
  case tooManyFields(limit: Int)
}

/// Limits of a form; its body has another limit.
package struct FormLimits: Hashable, Sendable {
  /// Maximum size in bytes of a field that is not a file.
  package var fieldBytes = 500 * 1000
  /// Maximum sizes of particular fields, by name.
  package var named: [String: Int] = [:]
  /// Maximum number of fields, including files.
  package var fields = 64

  /// Creates the default limits.
  package init() {}

  /// Returns the maximum size of the field with this name.
  func bytes(of name: String) -> Int { named[name] ?? fieldBytes }

  /// The maximum size of any field.
  var largest: Int { named.values.max().map { max($0, fieldBytes) } ?? fieldBytes }
}

/// A part of a form, in order.
package enum FormPart: Hashable, Sendable {
  /// A complete field.
  case field(name: String, value: String)
  /// Some bytes of a file; a file may arrive in many pieces, or in none.
  case file(name: String, bytes: [UInt8])
}
