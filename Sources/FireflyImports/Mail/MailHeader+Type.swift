import Foundation

extension MailHeader {
  /// The kind of the body, such as `text/plain`, and its parameters; empty without a field.
  ///
  /// A field that can't be parsed, such as `text` or `7bit`, is that of a plain text.
  var type: (name: String, parameters: [String: String]) {
    let (value, parameters) = parameters("content-type")
    if value.isEmpty { return (has("content-type") ? Self.plain : "", parameters) }
    // A semicolon may be missing.
    let name = value.drop { $0 == "\"" }.prefix { !$0.isWhitespace && !"\",;(".contains($0) }
    let halves = name.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }) else {
      return (Self.plain, parameters)
    }
    return (String(name), parameters)
  }

  private static let plain = "text/plain"

  /// Whether it is that of a file beside the text.
  var isAttached: Bool { parameters("content-disposition").value == "attachment" }
}

extension [UInt8] {
  /// Whether they are text, by the first of them.
  var areText: Bool {
    let start = prefix(64 << 10)
    let odd = start.count { $0 < 0x20 && !(0x09...0x0D ~= $0) && $0 != 0x1B || $0 == 0x7F }
    return !start.contains(0) && odd * 100 <= start.count
  }
}
