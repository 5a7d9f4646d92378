/// Paths that others wrote, such as those in links and archives.
package enum ForeignPath {
  /// Returns the steps of a path from the top of a folder, without `.` and `..`.
  ///
  /// - Parameters:
  ///   - path: the path; a slash before it means nothing.
  ///   - folder: the steps from the top to the place where it begins.
  ///   - forgives: whether `..` at the top is left out.
  /// - Returns: nil if it leads out of the folder.
  package static func steps(
    _ path: some StringProtocol, from folder: some Sequence<String> = [], forgives: Bool = false
  ) -> [String]? {
    var steps = Array(folder)
    for step in path.split(separator: "/") where step != "." {
      if step != ".." {
        steps.append(String(step))
      } else if steps.popLast() == nil, !forgives {
        return nil
      }
    }
    return steps
  }
}
