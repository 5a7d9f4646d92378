import FireflyCore

extension Post {
  /// The address at the beginning of its body, if it is alone in its line: the link of a source's
  /// story.
  var leadingLink: String? {
    guard body.hasPrefix("<http"), let end = body.firstIndex(of: ">") else { return nil }
    let rest = body[body.index(after: end)...]
    guard rest.isEmpty || rest.hasPrefix("\n") else { return nil }
    return String(body[body.index(after: body.startIndex)..<end])
  }
}
