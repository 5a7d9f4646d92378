/// Whose posts a root list shows (seed 004); its name is stored between runs.
public enum Audience: String, Hashable, Sendable {
  /// Everyone's; the first list of a source.
  case everyone
  /// The user's own; the second list of a source.
  case mine
}
