/// Why a form could not be read.
public enum FormError: Error, Hashable, Sendable {
  /// It is no form, or a damaged one.
  case malformed
  /// A field is larger than the limit, in bytes.
  case fieldTooLarge(name: String, limit: Int)
  /// It has more fields than the limit.
  case tooManyFields(limit: Int)
}

/// How large a form may be; its body is bounded besides.
public struct FormLimits: Hashable, Sendable {
  /// Bytes of a field that is no file.
  public var fieldBytes = 500 * 1000
  /// Bytes of fields that have a limit of their own, by their names.
  public var named: [String: Int] = [:]
  /// Fields, files among them.
  public var fields = 64

  /// The limits that Firefly uses.
  public init() {}

  /// Bytes of the field of this name.
  func bytes(of name: String) -> Int { named[name] ?? fieldBytes }

  /// Bytes of the largest field.
  var largest: Int { named.values.max().map { max($0, fieldBytes) } ?? fieldBytes }
}

/// What a form consists of, in its order.
public enum FormPart: Hashable, Sendable {
  /// A field, whole.
  case field(name: String, value: String)
  /// Some bytes of a file: those that are there; a file may come in many pieces, or in none.
  case file(name: String, bytes: [UInt8])
}
