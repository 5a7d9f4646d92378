/// The formats that can be imported.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// The output of `firefly export`.
  case json
  /// A Markdown file, or a folder of them.
  case markdown
}
