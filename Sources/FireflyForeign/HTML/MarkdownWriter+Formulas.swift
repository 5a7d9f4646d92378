import FireflyCore
import Foundation

// Formulas, which pages have as MathML and often a second time as TeX.
extension MarkdownWriter {
  /// Maximum bytes of a formula; a longer one is written as code.
  private static let maximumFormula = 2_000

  /// Whether a page may have formulas.
  package static func hasFormulas(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while let next = bytes[place...].firstIndex(where: { $0 | 0x20 == UInt8(ascii: "m") }) {
      let isTag = next > 0 && bytes[next - 1] == UInt8(ascii: "<")
      let name = isTag ? "math" : "math/tex"
      if bytes[next...].prefix(name.utf8.count).elementsEqual(name.utf8, by: { $0 | 0x20 == $1 }) {
        return true
      }
      place = next + 1
    }
    return false
  }

  func beginFormula(_ name: String, _ attributes: HTMLAttributes) -> Meaning {
    guard verbatim == 0 else { return .nothing }
    formula = FormulaText(name, attributes, isDisplay: isInDisplay)
    isInDisplay = false
    return .formula
  }

  /// Whether an element repeats the formula before it, for programs that know no MathML.
  func isCopyOfFormula(_ attributes: HTMLAttributes) -> Bool {
    let names = attributes["class"]?.split(separator: " ") ?? []
    if names.contains("katex-display") { isInDisplay = true }
    if names.contains("katex") || names.contains("mwe-math-element") { isFormulaKnown = false }
    return isFormulaKnown && names.contains("katex-html")
  }

  func endFormula() {
    guard let ended = formula else { return }
    formula = nil
    let tex = ended.tex
    guard !tex.isEmpty else { return }
    isFormulaKnown = true
    // What can't stand between the signs.
    let isCode =
      tex.utf8.count > Self.maximumFormula || tex.hasSuffix("\\")
      || tex.replacing("\\$", with: "").contains("$") || marks.contains { $0.kind.isLink }
    if isCode { return write(code: tex) }
    let shown = isInCell ? tex.replacing("|", with: "\\vert ") : tex
    if ended.isDisplay { separate() }
    let sign = ended.isDisplay ? "$$" : "$"
    // cmark-gfm gets a letter there: see `VerbatimMask`.
    beginWord("x")
    let start = output.count
    write(sign + shown + sign)
    joint.formula = ended.isDisplay ? 0..<0 : start..<output.count
    (isLineStart, hasSpace, isBehindMark) = (false, false, false)
    if ended.isDisplay { separate() }
  }

  /// Gives the formula before a letter two signs: behind one, a letter or a digit would belong to a price.
  func separateFormula(from first: Unicode.Scalar?) {
    guard let first, FormulaMarks.continues(Character(first)) else { return }
    output.insert(UInt8(ascii: "$"), at: joint.formula.lowerBound)
    output.append(UInt8(ascii: "$"))
    joint.formula = joint.formula.lowerBound..<output.count
  }
}

/// The TeX of a formula: as a page has it beside MathML, or else made of that.
struct FormulaText {
  let isDisplay: Bool
  /// The TeX that stands beside the formula.
  private var given: String
  private var made = ""
  /// The text that is read: the annotation, or TeX alone.
  private var annotation: [UInt8] = []
  private var isInAnnotation: Bool
  /// How many elements are open in one whose text is left out.
  private var hidden = 0
  /// The open elements, with the number of elements in each so far, and what is written at its end.
  private var open: [(name: String, children: Int, end: String)] = []

  init(_ name: String, _ attributes: HTMLAttributes, isDisplay: Bool) {
    isInAnnotation = name == "script"
    let type = attributes["type"] ?? ""
    self.isDisplay =
      isDisplay || attributes["display"] == "block" || attributes["mode"] == "display"
      || isInAnnotation && type.contains("mode=display")
    given = attributes["alttext"] ?? ""
    open = [(name, 0, "")]
  }

  /// The formula on one line.
  var tex: String {
    let annotated = Self.plain(String(decoding: annotation, as: UTF8.self))
    if !annotated.isEmpty { return annotated }
    let given = Self.plain(given)
    return given.isEmpty ? Self.plain(made) : given
  }

  private static func plain(_ text: String) -> String {
    var text = text.replacing("% <![CDATA[", with: " ").replacing("%]]>", with: " ")
      .replacing("<![CDATA[", with: " ").replacing("]]>", with: " ")
    text = ForeignText.cleanLine(text)
    for style in ["\\displaystyle ", "\\textstyle "] {
      if text.hasPrefix("{" + style), text.hasSuffix("}") {
        text = String(text.dropFirst(style.count + 1).dropLast())
      }
      if text.hasPrefix(style) { text = String(text.dropFirst(style.count)) }
    }
    return text.trimmingCharacters(in: .whitespaces)
  }

  mutating func begin(_ name: String, _ attributes: HTMLAttributes) {
    let place = open.last?.children ?? 0
    if !open.isEmpty { open[open.count - 1].children += 1 }
    let (start, end) = Self.signs(name, at: place, in: open.last?.name ?? "")
    made += hidden == 0 ? start : ""
    open.append((name, 0, end))
    if hidden > 0 {
      hidden += 1
    } else if name.hasPrefix("annotation") {
      isInAnnotation = attributes["encoding"]?.lowercased().contains("tex") == true
      hidden = 1
    }
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    if hidden > 0 {
      hidden -= 1
      if hidden == 0 { isInAnnotation = false }
    } else {
      made += element.end
    }
  }

  mutating func add(_ text: UnsafeRawBufferPointer) {
    if isInAnnotation {
      annotation.append(contentsOf: text)
    } else if hidden == 0 {
      made += String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns what TeX has around an element of MathML.
  private static func signs(
    _ name: String, at place: Int, in parent: String
  ) -> (start: String, end: String) {
    let (own, end) = name == "msqrt" ? ("\\sqrt{", "}") : ("", "")
    func around(_ start: String) -> (String, String) { (start + own, end + "}") }
    switch (parent, place) {
    case ("msup", 1), ("mover", 1), ("msubsup", 2), ("munderover", 2): return around("^{")
    case ("msub", 1), ("munder", 1), ("msubsup", 1), ("munderover", 1): return around("_{")
    case ("mfrac", 0): return around("\\frac{")
    case ("mfrac", 1): return around("{")
    case ("mroot", 0): return around("{")
    case ("mroot", 1): return around("^{1/")
    case ("mtr", 1...): return (" & " + own, end)
    case ("mtable", 1...): return (" \\\\ " + own, end)
    default: return (own, end)
    }
  }
}
