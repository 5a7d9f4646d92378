import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Scenes, each of which a test draws at several sizes.
enum Scene {
  /// The sizes at which every scene is drawn.
  static let sizes = [(80, 24), (120, 40), (40, 12), (20, 6)]

  /// The sizes of `sizes` at which only some scenes are recorded.
  private static let small = [Size(width: 80, height: 24), Size(width: 40, height: 12)]
  /// Those scenes: one of each kind of screen.
  private static let recordedSmall: Set<String> = [
    "list", "expanded", "children", "failure", "help", "find", "links", "menu", "palette",
    "outline", "article-find", "thread", "writing", "writing-dialog", "sign-in-email",
  ]
  /// At the smallest size none is recorded but for this.
  static let smallest = Size(width: 20, height: 6)

  /// Whether a scene is compared with a file of this size; other sizes are chosen by their tests.
  static func isRecorded(_ name: String, at size: Size) -> Bool {
    if size == smallest { return name.hasPrefix("tiny") }
    return !small.contains(size) || recordedSmall.contains(name) || name.hasPrefix("mono-")
      || ["slide", "ascii-thread"].contains(name)
  }
}

/// Compares a frame's characters with the golden screen `Screens/NAME-WIDTHxHEIGHT.txt`.
///
/// At sizes at which the scene is not recorded, `expectFits` checks it.
/// With `FIREFLY_RECORD` in the environment it writes the file instead, and the test fails, so that
/// a recording never passes for a comparison. Look at what was recorded before it is committed.
/// Whatever can be pressed on it must be so by its name, too: see `expectElements`.
/// - `styled`: whether the colours and attributes are compared as well.
func expectScreen(
  _ frame: Frame, _ name: String, styled: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  expectElements(of: frame, sourceLocation: sourceLocation)
  guard Scene.isRecorded(name, at: frame.size) else {
    return try expectFits(frame, name, sourceLocation: sourceLocation)
  }
  try expectText(
    styled ? frame.text + "\n" + frame.styleMap : frame.text,
    "\(name)-\(frame.size.width)x\(frame.size.height)", sourceLocation: sourceLocation)
}

/// Checks a scene at a size at which it is not recorded, by its screen of 120 × 40.
///
/// Nothing lies outside the frame, and words of the title and a way out are there, if the larger screen has
/// them. The smallest size has words of the scene, but not always room for both.
func expectFits(
  _ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let size = frame.size
  let place = Comment(rawValue: "\(name) at \(size.width)x\(size.height):\n\(frame.text)")
  let rows = frame.text.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(rows.count == size.height + 1, place, sourceLocation: sourceLocation)
  #expect(
    rows.allSatisfy { Glyph.glyphs(of: $0).displayWidth <= size.width }, place,
    sourceLocation: sourceLocation)
  guard ProcessInfo.processInfo.environment["FIREFLY_RECORD"] == nil else { return }
  let large = try screen("\(name)-120x40")
  guard size != Scene.smallest else {
    let words = [words(of: large), words(of: frame.text)]
    #expect(!words[0].isDisjoint(with: words[1]), place, sourceLocation: sourceLocation)
    return
  }
  let titles = [title(of: large), title(of: frame.text)]
  let ways = [waysOut(of: large), waysOut(of: frame.text)]
  #expect(!titles[0].isDisjoint(with: titles[1]), place, sourceLocation: sourceLocation)
  #expect(!ways[0].isDisjoint(with: ways[1]), place, sourceLocation: sourceLocation)
}

/// The words of a screen.
private func words(of screen: String) -> Set<String> {
  Set(screen.split { !$0.isLetter && !$0.isNumber }.map(String.init))
}

/// The words of the first rows that have some: small screens have another title, or no picture above it.
private func title(of screen: String) -> Set<String> {
  let rows = screen.split(separator: "\n").map { words(of: String($0)) }.filter { !$0.isEmpty }
  return rows.prefix(3).reduce([]) { $0.union($1) }
}

/// How a screen says that it can be left: the keys that it names, the path back, the tabs.
private func waysOut(of screen: String) -> Set<String> {
  Set(["Esc", "q quit", "❮", "❝", "☻", "?"].filter(screen.contains))
}

/// Every element of a frame has a name of its own, by which it can be pressed as by the mouse, and words
/// for what that does.
func expectElements(of frame: Frame, sourceLocation: SourceLocation = #_sourceLocation) {
  let elements = frame.pressables
  let names = Dictionary(grouping: elements, by: \.id)
  for (name, same) in names where same.count > 1 {
    Issue.record("\(same.count) elements are called \(name)", sourceLocation: sourceLocation)
  }
  for (element, report) in zip(elements, frame.elementReports(Keymap())) {
    let name = Comment(rawValue: element.id)
    #expect(report.id == element.id, name, sourceLocation: sourceLocation)
    #expect(report.does != Element.unnamedAction, name, sourceLocation: sourceLocation)
    guard let point = frame.point(of: element.id) else {
      #expect(report.isCovered, name, sourceLocation: sourceLocation)
      continue
    }
    #expect(element.rect.contains(point), name, sourceLocation: sourceLocation)
    #expect(frame.pressable(at: point) == element, name, sourceLocation: sourceLocation)
  }
}

/// The text of the golden file `Screens/NAME.txt`.
private func screen(_ name: String) throws -> String {
  try String(contentsOf: screenFile(name), encoding: .utf8)
}

private func screenFile(_ name: String) -> URL {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Screens/\(name).txt")
}

/// Compares a text with the golden file `Screens/NAME.txt`, or records it.
func expectText(
  _ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
    try actual.write(to: screenFile(name), atomically: true, encoding: .utf8)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let expected = try screen(name)
  if actual != expected {
    Issue.record(
      "\(name) differs. Expected:\n\(expected)\nBut it is:\n\(actual)",
      sourceLocation: sourceLocation)
  }
}

extension Frame {
  /// Which style each cell has: a letter a style, and a legend of the letters.
  var styleMap: String {
    var letters: [Style: Character] = [:]
    var legend = ""
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var map = ""
    for y in 0..<size.height {
      for x in 0..<size.width {
        let style = self[x, y].style
        if letters[style] == nil {
          let letter = letters.count < alphabet.count ? alphabet[letters.count] : "?"
          letters[style] = letter
          legend += "\(letter) \(style.words)\n"
        }
        map.append(letters[style] ?? "?")
      }
      map += "\n"
    }
    return map + "\n" + legend
  }
}

extension Style {
  /// The style in words: `000000 on FFFFFF, bold`.
  var words: String {
    func hex(_ color: Color) -> String {
      guard let hex = color.hex else { return color == .terminal ? "terminal" : "clear" }
      let digits = String(hex, radix: 16, uppercase: true)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
      (.dim, "dim"),
    ]
    let set = names.filter { attributes.contains($0.0) }.map { ", " + $0.1 }.joined()
    return "\(hex(foreground)) on \(hex(background))\(set)"
  }
}
