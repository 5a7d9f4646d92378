import FireflyCore

/// What the YAML parser says, in words for the user.
enum YAMLFailure {
  /// A sentence for what was wrong with the whole file.
  static func sentence(for error: any Error) -> String {
    "nothing in it counts, because it can't be read: " + reason("\(error)") + "."
  }

  private static func reason(_ text: String) -> String {
    if text.contains("Top level YAML value is not a mapping") {
      return "it has to consist of lines such as “mouse: false”"
    }
    if text.contains("could not be decoded") { return "it is no text in UTF-8" }
    if text.contains("Maximum nesting level") { return "it nests too deeply" }
    if text.contains("found another document") { return "it has a second part, after “---”" }
    if text.contains("key is not convertible") { return "there is a list where a name is wanted" }
    if let twice = text.firstMatch(of: /duplicated key\(s\): '([^']*)'/) {
      return "“\(shown(String(twice.1)))” is in it twice"
    }
    if let list = text.firstMatch(of: /non-scalar value in array at (.*) at index/) {
      return "a list such as \(shown(String(list.1))) can only have words in it"
    }
    let lines = text.split(separator: "\n").map(String.init)
    guard let place = lines.first?.firstMatch(of: /^([0-9]+):[0-9]+: error: [a-z]+: (.*)/) else {
      return shown(lines.first ?? "")
    }
    // The parser tells first what it was doing, and then what it found.
    let isContext = place.2.contains(/\ in line [0-9]+, column [0-9]+$/)
    let found = isContext && lines.count > 1 ? lines[1] : String(place.2)
    return "line \(place.1): \(shown(found.trimmingSuffix(":")))"
  }

  private static func shown(_ text: String) -> String { ForeignText.cleanLine(text, limit: 120) }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
