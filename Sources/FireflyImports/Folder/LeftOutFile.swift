import FireflyCore

/// What stands in a text for a file that is not imported.
enum LeftOutFile {
  /// Returns `Attachment: paper.pdf` or `the paper (paper.pdf)`.
  ///
  /// - Parameters:
  ///   - label: the words of its link in Markdown; may be empty.
  ///   - isShown: whether the text shows the file instead of linking to it.
  /// - Returns: the words in Markdown.
  static func words(_ label: String, _ path: String, isShown: Bool) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = BodyLink.label(ForeignText.cleanLine(file))
    let stem = file.firstIndex(of: ".").map { file[..<$0] }
    let isName = label.isEmpty || [name, path, file].contains(label) || stem == label[...]
    return (isShown ? "Attachment: " : "") + (isName ? name : "\(label) (\(name))")
  }

  /// Returns a sentence about pictures that are missing; nil if there are none.
  static func complaint(of pictures: [String]) -> String? {
    guard let first = pictures.first.map({ ForeignText.cleanLine($0) }) else { return nil }
    return pictures.count == 1
      ? "the picture \(first) was not imported"
      : "\(pictures.count) pictures were not imported; the first is \(first)"
  }
}
