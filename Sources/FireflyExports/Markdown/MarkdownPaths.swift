/// The paths of the posts of a Markdown export, which are visited depth first.
struct MarkdownPaths {
  /// Maximum depth of folders; deeper branches continue at the top.
  private static let maxLevels = 24
  /// Maximum bytes of a folder's path, for systems and programs with short limits.
  private static let maxPath = 600

  /// A folder whose posts are being visited.
  private struct Level {
    /// The path with a trailing slash; empty for the top.
    var path = ""
    var depth = 0
    /// The post whose replies it contains.
    var post: Int?
    var names = FileNames()
  }

  /// Where a post is written.
  struct Place {
    /// The folder with a trailing slash; empty for the top.
    var folder: String
    /// The name without an extension.
    var name: String
    /// The parent, if the folder doesn't imply it.
    var parent: Int?
    /// Whether its replies have a folder of their own beside it.
    var hasFolder = false

    /// The path of the file.
    var path: String { folder + name + ".md" }
  }

  /// The folders from the top to that of the next post; those as long as the top's have none.
  private var levels = [Level()]

  /// Returns the place of the next post.
  ///
  /// - Parameters:
  ///   - id: its number.
  ///   - level: its level; 0 for the topmost.
  ///   - isParent: whether posts below it follow.
  mutating func place(of id: Int, titled title: String, level: Int, isParent: Bool) -> Place {
    levels.removeLast(levels.count - 1 - level)
    let parent = levels[level].post
    // A branch that would be too deep continues at the top, with the ID of its parent.
    let isContinued = parent != nil && levels[level].path.isEmpty
    let index = isContinued ? 0 : level
    var place = Place(
      folder: levels[index].path, name: levels[index].names.name(for: title, id: id),
      parent: isContinued ? parent : nil)
    guard isParent else { return place }
    var next = Level(
      path: place.folder + place.name + "/", depth: levels[index].depth + 1, post: id)
    if next.depth > Self.maxLevels || next.path.utf8.count > Self.maxPath {
      (next.path, next.depth) = ("", 0)
    } else {
      place.hasFolder = true
    }
    levels.append(next)
    return place
  }

  /// Returns the path of a file relative to a folder.
  static func relative(_ path: String, from folder: String) -> String {
    let (steps, above) = (path.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(steps.dropLast(), above).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: above.count - common)
    return (up + steps.dropFirst(common).map(String.init)).joined(separator: "/")
  }
}
