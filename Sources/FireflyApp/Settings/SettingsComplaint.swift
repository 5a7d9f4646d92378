/// Something in the configuration that could not be understood.
public struct SettingsComplaint: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands: a file, or the name of an environment variable.
  public var place: String
  /// What is wrong, what is allowed, and what was probably meant.
  public var text: String

  /// A complaint about something at a place.
  public init(place: String, text: String) {
    self.place = place
    self.text = text
  }

  /// Place and text on one line.
  public var description: String { "\(place): \(text)" }
}
