import FireflyCore

/// Cleans the texts of a page, keeping equal ones once: its authors, time zones and placeholders.
struct SharedStrings {
  private var cleaned: [String: String] = [:]

  // Hostile pages must not fill it with texts that never come again.
  private static let maximum = 2_000

  /// The text, cleaned and cut to a length in characters, and the same storage for equal texts.
  mutating func share(_ text: String, atMost length: Int) -> String {
    if let known = cleaned[text] { return known }
    let result = ForeignText.clean(text, atMost: length)
    if cleaned.count < Self.maximum, text.utf8.count <= 200 { cleaned[text] = result }
    return result
  }
}
