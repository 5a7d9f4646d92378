/// The two forms of an export.
public enum ExportFormat: Hashable, Sendable {
  /// `{"posts":[…]}`, the children inside their parents.
  case nested
  /// One post a line, by number; for trees of any depth.
  case flat
}
