/// An error in the configuration.
package struct SettingsError: Hashable, Sendable, CustomStringConvertible {
  /// The location: a file, or an environment variable.
  package var place: String
  /// The error, the allowed values, and a suggestion.
  package var text: String
  /// Whether nothing of the location applies, as of a file that can't be read.
  package var isWhole: Bool
  /// The setting whose value was refused; empty for other errors.
  package var key: [String] = []

  /// Creates an error.
  package init(place: String, text: String, isWhole: Bool = false) {
    self.place = place
    self.text = text
    self.isWhole = isWhole
  }

  /// Location and text on one line.
  package var description: String { "\(place): \(text)" }

  /// The same without the values that are allowed, if one of them is suggested.
  package var brief: String {
    guard let guess = text.firstRange(of: " Did you mean "), let end = text.firstIndex(of: ";")
    else {
      return description
    }
    return end < guess.lowerBound
      ? "\(place): \(text[..<end]).\(text[guess.lowerBound...])" : description
  }
}
