/// A picture among the nodes of a text: its description is collected, whose marks have no effect.
struct PictureNode {
  /// Number of open pictures.
  private var count = 0
  /// The description of the outermost one.
  private var description = ""

  var isOpen: Bool { count > 0 }

  /// Takes a node that begins or is in a picture; returns whether it is one.
  mutating func enter(_ node: MarkdownNode) -> Bool {
    switch node.kind {
    case .image:
      if count == 0 { description = "" }
      count += 1
    case _ where count == 0: return false
    case .text, .codeSpan: description += node.literal
    case .softBreak, .hardBreak: description += " "
    default: break
    }
    return true
  }

  /// Ends a node in a picture; returns the picture if that was the outermost one.
  mutating func exit(_ node: MarkdownNode) -> HTMLText.Picture? {
    guard node.kind == .image else { return nil }
    count -= 1
    return isOpen ? nil : HTMLText.Picture(description: description, address: node.url)
  }
}
