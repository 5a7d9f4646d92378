// What lines of Org begin.
extension OrgText {
  /// Returns the kind of block that a line in lower case opens; nil for other lines.
  static func block(_ line: String) -> String? {
    guard line.hasPrefix("#+begin_") else { return nil }
    let kind = line.dropFirst(8).prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return kind.isEmpty ? nil : String(kind)
  }

  /// Returns whether the lines of a kind of block are no Org; those of definitions and the like are.
  static func isVerbatim(_ kind: String) -> Bool {
    ["src", "example", "export", "comment"].contains(kind)
  }

  /// Returns the name of a drawer that a line opens; nil for other lines.
  static func drawer(_ line: String) -> String? {
    guard line.hasPrefix(":"), line.hasSuffix(":"), line.count > 2 else { return nil }
    let name = line.dropFirst().dropLast()
    return name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } ? String(name) : nil
  }

  /// Whether a line has dates such as `SCHEDULED: <2024-01-05 Fri>`.
  static func isPlanning(_ line: String) -> Bool {
    let word = line.prefix { $0.isLetter }.lowercased()
    guard ["scheduled", "deadline", "closed"].contains(word) else { return false }
    let rest = line.dropFirst(word.count + 1).drop { $0 == " " }
    return line.dropFirst(word.count).first == ":" && rest.first.map { "<[".contains($0) } == true
      && rest.dropFirst().first?.isNumber == true
  }

  /// Returns a line as Markdown has it: an item of a list with its term, and no heading.
  static func listed(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.count)
    if rest.hasPrefix("#") { return indent + "\\" + rest }
    guard rest.hasPrefix("+ ") || rest.hasPrefix("- ") else { return line }
    let item = rest.dropFirst(2)
    guard let sign = item.firstRange(of: " :: ") else { return indent + "- " + item }
    let term = item[..<sign.lowerBound]
    return indent + "- " + (term.contains("*") ? term : "*\(term)*") + ": "
      + item[sign.upperBound...]
  }
}
