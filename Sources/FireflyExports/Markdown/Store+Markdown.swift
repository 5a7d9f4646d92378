import FireflyCore
import FireflyStore
import FireflyTransfer

extension Store {
  /// Writes every post, or one branch, into a folder: a Markdown file a post, with its replies in a folder of
  /// the same name and its picture beside it; only the current user may read them.
  ///
  /// - Parameters:
  ///   - path: a folder that is new or empty.
  ///   - branch: the topmost post of the branch; nil for all posts.
  /// - Returns: what was written.
  /// - Throws: `ExportError`, `StoreError`, `CancellationError`; then nothing is left of the export.
  package func exportMarkdown(to path: String, branch: Int? = nil) async throws -> ExportReport {
    try await ExportFolder.fill(path, isPrivate: true) { folder in
      let server = try await identity()
      let snapshot = try await snapshot()
      let plan = TreePlan(try await snapshot.links(), branch: branch)
      if let branch, plan.steps.isEmpty { throw ExportError.noPost(branch) }
      var writer = MarkdownWriter(
        folder: folder, pictures: pictures, plan: plan, snapshot: snapshot, server: server)
      try await writer.write()
      return writer.report
    }
  }
}

/// Writes posts into a folder, depth first.
private struct MarkdownWriter {
  let folder: ExportFolder
  let pictures: any PictureStorage
  let plan: TreePlan
  let snapshot: any StoreSnapshot
  let server: String
  private(set) var report = ExportReport()
  /// The pictures that were copied, as the server names them.
  private var copied: Set<String> = []
  private var paths = MarkdownPaths()
  /// The paths of all posts; nil until a text links to a post.
  private var all: [Int: String]?

  init(
    folder: ExportFolder, pictures: any PictureStorage, plan: TreePlan,
    snapshot: any StoreSnapshot, server: String
  ) {
    (self.folder, self.pictures, self.plan) = (folder, pictures, plan)
    (self.snapshot, self.server) = (snapshot, server)
  }

  mutating func write() async throws {
    for index in plan.steps.indices where index % Self.pageLength == 0 {
      WorkProgress.step(index, of: plan.steps.count)
      let steps = Array(plan.steps[index...].prefix(Self.pageLength))
      var posts: [(Int, Post, PostSource?)] = []
      try await snapshot.read(steps) { posts.append((index + $0, $1, $2)) }
      for (index, post, source) in posts { try await add(post, of: source, at: index) }
    }
  }

  private static let pageLength = 64

  private func isParent(_ index: Int) -> Bool {
    index + 1 < plan.steps.count && plan.steps[index + 1].level > plan.steps[index].level
  }

  private mutating func add(_ post: Post, of source: PostSource?, at index: Int) async throws {
    let place = paths.place(
      of: post.id, titled: post.title, level: plan.steps[index].level, isParent: isParent(index))
    var linked = post
    linked.body = try await body(of: post, in: place.folder)
    try await addPictures(in: &linked.body, of: place)
    let file = MarkdownFile(
      post: linked, picture: try await addPicture(of: post, place.name, in: place.folder),
      parent: place.parent, source: source, server: server)
    try folder.write(file.bytes(), to: place.path)
    report.count(post)
    if place.hasFolder { try folder.makeFolder(place.folder + place.name) }
  }

  /// Returns the text of a post, in which links to posts lead to their files.
  ///
  /// A link that leaves the exported branch stays, with the title of its post.
  private mutating func body(of post: Post, in folder: String) async throws -> String {
    let numbers = BodyLink.numbers(in: post.body)
    if numbers.isEmpty { return post.body }
    if all == nil { all = try await allPaths() }
    let elsewhere = try await snapshot.posts(numbers.filter { all?[$0] == nil }.sorted())
    let titles = Dictionary(elsewhere.map { ($0.id, $0.title) }) { first, _ in first }
    return BodyLink.rewriting(post.body) { link, name in
      guard let id = BodyLink.number(named: name) else { return nil }
      if let path = all?[id] {
        let address = MarkdownPaths.relative(path, from: folder)
        return link.kind == .definition ? .address(address) : .text("[\(link.label)](\(address))")
      }
      let title = titles[id].map { ForeignText.cleanLine($0) } ?? ""
      guard !title.isEmpty, link.kind == .link else { return nil }
      let quoted = title.replacing("\\", with: "/").replacing("\"", with: "'")
      return .text(BodyLink.markdown(link.label, to: "\(name) \"\(quoted)\""))
    }
  }

  private func allPaths() async throws -> [Int: String] {
    var (paths, all) = (MarkdownPaths(), [Int: String]())
    try await snapshot.read(plan.steps) { index, post, _ in
      all[post.id] =
        paths.place(
          of: post.id, titled: post.title, level: plan.steps[index].level, isParent: isParent(index)
        ).path
    }
    return all
  }

  /// Copies the pictures that a text shows into the folder of its file, and makes the text show the copies.
  private mutating func addPictures(in body: inout String, of place: MarkdownPaths.Place)
    async throws
  {
    var files: [String: String] = [:]
    for (index, upload) in BodyPicture.names(in: body).enumerated() {
      guard let file = try await report.picture(upload, from: pictures) else { continue }
      // No post has a name with this sign.
      let name = "\(place.name)_\(index + 1).\(Self.type(of: upload))"
      try await folder.copy(file, to: place.folder + name)
      countPicture(upload)
      files[upload] = name
    }
    body = BodyMark.readdressing(body) { BodyPicture.name(of: $0).flatMap { files[$0] } }
  }

  private mutating func countPicture(_ upload: String) {
    report.pictures += 1
    if !copied.insert(upload).inserted { report.copies += 1 }
  }

  private static func type(of upload: String) -> String {
    upload.split(separator: ".").last.map { $0.lowercased() } ?? "png"
  }

  /// Copies the picture of a post into a folder.
  /// - Returns: the name of its file; the address if it has none here.
  private mutating func addPicture(of post: Post, _ name: String, in path: String) async throws
    -> String?
  {
    guard let url = post.imageURL, let upload = UploadsFolder.name(inURL: url) else {
      return post.imageURL
    }
    guard let file = try await report.picture(upload, from: pictures) else { return url }
    let type = Self.type(of: upload)
    try await folder.copy(file, to: "\(path)\(name).\(type)")
    countPicture(upload)
    return "\(name).\(type)"
  }
}
