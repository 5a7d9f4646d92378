/// Text above or below the line: `x<sup>2</sup>`, `H<sub>2</sub>O`.
package enum RaisedText {
  /// Above the line.
  case above
  /// Below the line.
  case below

  /// Updates what is raised at a tag.
  static func update(_ raised: inout RaisedText?, at tag: String) {
    switch tag.lowercased() {
    case "<sup>": raised = .above
    case "<sub>": raised = .below
    case "</sup>", "</sub>": raised = nil
    default: break
    }
  }

  /// Returns the small signs for a text; the text itself if some of it has none.
  package func signs(for text: String) -> String {
    guard text.utf8.count <= 40 else { return text }
    let signs = Array(self == .above ? "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ" : "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢ")
    let found = text.map { letter in
      Self.letters.firstIndex(of: letter == "−" ? "-" : letter).map { signs[$0] }
    }
    return found.contains(nil) ? text : String(found.compactMap(\.self))
  }

  private static let letters = Array("0123456789+-=()ni")
}
