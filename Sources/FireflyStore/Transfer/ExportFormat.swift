/// The formats of an export.
package enum ExportFormat: Hashable, Sendable {
  /// `{"posts":[…]}` with nested children.
  case nested
  /// One post per line, by number; for trees of any depth.
  case flat
}
