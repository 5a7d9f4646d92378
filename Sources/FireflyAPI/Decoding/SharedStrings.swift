import FireflyCore

/// Cleans the texts of a page and lets equal ones share storage: authors, time zones and
/// placeholders.
struct SharedStrings {
  private var cleaned: [String: String] = [:]

  // A hostile page must not fill it with unique texts.
  private static let maximum = 2_000

  /// Returns the text cleaned and truncated to a number of characters; equal texts share storage.
  mutating func share(_ text: String, atMost length: Int) -> String {
    if let known = cleaned[text] { return known }
    let result = ForeignText.clean(text, atMost: length)
    if cleaned.count < Self.maximum, text.utf8.count <= 200 { cleaned[text] = result }
    return result
  }
}
