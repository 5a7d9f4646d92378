import FireflyCore

extension Post {
  /// The address that its body begins with, alone in its line: what a story of a source is about.
  var leadingLink: String? {
    guard body.hasPrefix("<http"), let end = body.firstIndex(of: ">") else { return nil }
    let rest = body[body.index(after: end)...]
    guard rest.isEmpty || rest.hasPrefix("\n") else { return nil }
    return String(body[body.index(after: body.startIndex)..<end])
  }
}
