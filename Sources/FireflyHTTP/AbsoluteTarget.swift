/// The target of a request in absolute form, as for a proxy: its host counts instead of the `Host` field.
struct AbsoluteTarget {
  /// The host, with a port if there is one.
  let host: String
  /// The path and the query.
  let target: String

  /// Splits a target; nil for one in another form.
  init?(_ text: String) {
    let schemes = ["http://", "https://"]
    let start = text.prefix(8).lowercased()
    guard let scheme = schemes.first(where: start.hasPrefix) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard end > rest.startIndex else { return nil }
    host = String(rest[..<end])
    target = (rest[end...].first == "/" ? "" : "/") + rest[end...]
  }
}
