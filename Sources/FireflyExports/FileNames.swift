import FireflyCore
import Foundation

/// Readable file names that are safe on every system, each used once.
struct FileNames {
  /// Maximum bytes of a name, without its number and extension.
  static let maxBytes = 60
  /// Names with a meaning for a system or for readers of folders.
  private static let reserved = Set(
    ["con", "prn", "aux", "nul", "index", "readme"]
      + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private var used: Set<String> = []
  /// The last number that was tried for a name.
  private var numbers: [String: Int] = [:]

  /// Returns a name for a title: its letters and digits in lower case, with `-` between words.
  mutating func name(for title: String, id: Int) -> String {
    var base = Self.words(of: title)
    if base.isEmpty { base = "post-\(id)" }
    if Self.reserved.contains(base) { base += "-\(id)" }
    var name = base
    while !used.insert(name).inserted {
      let number = (numbers[base] ?? 1) + 1
      numbers[base] = number
      name = "\(base)-\(number)"
    }
    return name
  }

  private static func words(of title: String) -> String {
    // Composed letters, as file systems compare them.
    let line = ForeignText.cleanLine(title, limit: 200).precomposedStringWithCompatibilityMapping
    var (name, isBetweenWords) = ("", false)
    for character in line.lowercased() {
      if character.isLetter || character.isNumber {
        let next = (isBetweenWords && !name.isEmpty ? "-" : "") + String(character)
        guard name.utf8.count + next.utf8.count <= maxBytes else { break }
        name += next
        isBetweenWords = false
      } else if character != "'" && character != "’" {
        isBetweenWords = true
      }
    }
    return name
  }
}
