/// An error in the configuration.
public struct SettingsError: Hashable, Sendable, CustomStringConvertible {
  /// The location: a file, or an environment variable.
  public var place: String
  /// The error, the allowed values, and a suggestion.
  public var text: String

  /// Creates an error.
  public init(place: String, text: String) {
    self.place = place
    self.text = text
  }

  /// Location and text on one line.
  public var description: String { "\(place): \(text)" }
}
