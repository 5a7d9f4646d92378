import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Compares a frame's characters with the golden screen `Screens/NAME.txt`.
///
/// With `FIREFLY_RECORD` in the environment it writes the file instead, and the test fails, so that
/// a recording never passes for a comparison. Look at what was recorded before it is committed.
/// Whatever can be pressed on it must be so by its name, too: see `expectElements`.
/// - `styled`: whether the colours and attributes are compared as well.
func expectScreen(
  _ frame: Frame, _ name: String, styled: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  expectElements(of: frame, sourceLocation: sourceLocation)
  try expectText(
    styled ? frame.text + "\n" + frame.styleMap : frame.text, name,
    sourceLocation: sourceLocation)
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

/// Compares a text with the golden file `Screens/NAME.txt`, or records it.
func expectText(
  _ actual: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Screens/\(name).txt")
  if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
    try actual.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
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
