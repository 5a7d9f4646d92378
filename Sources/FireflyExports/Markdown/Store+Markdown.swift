import FireflyCore
import FireflyServer

extension Store {
  /// Writes every post, or one branch, into a folder: a Markdown file a post, with its replies in a folder of
  /// the same name and its picture beside it.
  ///
  /// - Parameters:
  ///   - path: a folder that is new or empty.
  ///   - branch: the topmost post of the branch; nil for all posts.
  /// - Returns: what was written.
  /// - Throws: `ExportError`, `StoreError`, `CancellationError`; then nothing is left of the export.
  public func exportMarkdown(to path: String, branch: Int? = nil) async throws -> ExportReport {
    try await ExportFolder.fill(path) { folder in
      let snapshot = try await snapshot()
      let plan = TreePlan(try await snapshot.links(), branch: branch)
      if let branch, plan.steps.isEmpty { throw ExportError.noPost(branch) }
      var writer = MarkdownWriter(folder: folder, pictures: pictures)
      try await snapshot.read(plan.steps) { index, post, source in
        let level = plan.steps[index].level
        let isParent = index + 1 < plan.steps.count && plan.steps[index + 1].level > level
        try await writer.add(post, of: source, level: level, isParent: isParent)
      }
      return writer.report
    }
  }
}

/// Writes posts into a folder, depth first.
private struct MarkdownWriter {
  /// Maximum depth of folders; deeper branches continue at the top.
  private static let maxLevels = 24
  /// Maximum bytes of a folder's path, for systems and programs with short limits.
  private static let maxPath = 600

  /// A folder whose posts are being written.
  private struct Level {
    /// The path with a trailing slash; empty for the top.
    var path = ""
    var depth = 0
    /// The post whose replies it contains.
    var post: Int?
    var names = FileNames()
  }

  let folder: ExportFolder
  let pictures: any PictureStorage
  private(set) var report = ExportReport()
  /// The folders from the top to that of the next post; those as long as the top's have none.
  private var levels = [Level()]

  init(folder: ExportFolder, pictures: any PictureStorage) {
    (self.folder, self.pictures) = (folder, pictures)
  }

  mutating func add(_ post: Post, of source: PostSource?, level: Int, isParent: Bool)
    async throws
  {
    levels.removeLast(levels.count - 1 - level)
    let parent = levels[level].post
    // A branch that would be too deep continues at the top, with the ID of its parent.
    let isContinued = parent != nil && levels[level].path.isEmpty
    let place = isContinued ? 0 : level
    let path = levels[place].path
    let name = levels[place].names.name(for: post.title, id: post.id)
    let file = MarkdownFile(
      post: post, picture: try await addPicture(of: post, name, in: path),
      parent: isContinued ? parent : nil, source: source)
    try folder.write(file.bytes(), to: path + name + ".md")
    report.posts += 1
    guard isParent else { return }
    var next = Level(path: path + name + "/", depth: levels[place].depth + 1, post: post.id)
    if next.depth > Self.maxLevels || next.path.utf8.count > Self.maxPath {
      (next.path, next.depth) = ("", 0)
    } else {
      try folder.makeFolder(path + name)
    }
    levels.append(next)
  }

  /// Copies the picture of a post into a folder.
  /// - Returns: the name of its file; the address if it has none here.
  private mutating func addPicture(of post: Post, _ name: String, in path: String) async throws
    -> String?
  {
    guard let url = post.imageURL, let upload = UploadsFolder.name(inURL: url) else {
      return post.imageURL
    }
    guard let file = try await pictures.picture(upload) else {
      report.missing.append(upload)
      return url
    }
    let type = upload.split(separator: ".").last.map { $0.lowercased() } ?? "png"
    try await folder.copy(file, to: "\(path)\(name).\(type)")
    report.pictures += 1
    return "\(name).\(type)"
  }
}
