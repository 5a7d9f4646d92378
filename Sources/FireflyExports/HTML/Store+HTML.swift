import FireflyCore
import FireflyServer
import FireflyText

extension Store {
  /// Writes every post, or one branch, into a folder as a web site: a page a post, with its replies as cards.
  ///
  /// The first page is `index.html`: the post of a branch, or all posts at the top level. The pages run no
  /// scripts and load nothing from elsewhere.
  /// - Parameters:
  ///   - path: a folder that is new or empty.
  ///   - branch: the topmost post of the branch; nil for all posts.
  /// - Returns: what was written.
  /// - Throws: `ExportError`, `StoreError`, `CancellationError`; then nothing is left of the export.
  public func exportHTML(to path: String, branch: Int? = nil) async throws -> ExportReport {
    try await ExportFolder.fill(path) { folder in
      let snapshot = try await snapshot()
      let plan = TreePlan(try await snapshot.links(), branch: branch)
      if let branch, plan.steps.isEmpty { throw ExportError.noPost(branch) }
      try folder.makeFolder("posts")
      try folder.makeFolder("pictures")
      try folder.write(Array(StyleSheet.css.utf8), to: "style.css")
      var site = Site(folder: folder, pictures: pictures, plan: plan)
      if let branch { site.first = branch }
      try await site.write(snapshot)
      return site.report
    }
  }
}

/// Writes the pages of a site, depth first.
private struct Site {
  let folder: ExportFolder
  let source: any PictureStorage
  let plan: TreePlan
  /// The post of the first page; nil if that has all posts at the top level.
  var first: Int?
  private(set) var report = ExportReport()

  /// The exported posts; nil until a text links to a post.
  private var exported: Set<Int>?
  private var names = FileNames()
  /// The names of pages, by post.
  private var pages: [Int: String] = [:]
  /// The pictures that were copied, by upload; false for those that are missing.
  private var pictures: [String: Bool] = [:]
  /// The neighbours of posts whose pages are still to be written.
  private var neighbours: [Int: Page.Neighbours] = [:]
  /// The posts from the topmost to the current one.
  private var path: [PageCard] = []

  init(folder: ExportFolder, pictures: any PictureStorage, plan: TreePlan) {
    (self.folder, source, self.plan) = (folder, pictures, plan)
  }

  mutating func write(_ snapshot: any StoreSnapshot) async throws {
    if let first { pages[first] = "index" } else { try await writeFirstPage(snapshot) }
    for index in plan.steps.indices {
      try Task.checkCancellation()
      let step = plan.steps[index]
      guard let post = try await snapshot.posts([step.id]).first else { continue }
      // A search finds nothing on paper.
      if post.template == .query, post.id != first { continue }
      path.removeLast(path.count - min(path.count, step.level))
      var card = PageCard(post)
      card.page = page(of: card)
      let cards = try await cards(of: children(below: index), snapshot)
      addNeighbours(cards)
      try await write(post, card, cards, snapshot)
      path.append(card)
    }
  }

  /// The numbers of the posts right below a step of the plan.
  private func children(below index: Int) -> [TreePlan.Step] {
    let level = plan.steps[index].level
    return plan.steps[(index + 1)...].prefix { $0.level > level }.filter { $0.level == level + 1 }
  }

  private mutating func addNeighbours(_ cards: [PageCard]) {
    for (index, card) in cards.enumerated() {
      neighbours[card.id] = Page.Neighbours(
        previous: index > 0 ? cards[index - 1] : nil,
        next: index + 1 < cards.count ? cards[index + 1] : nil)
    }
  }

  private mutating func write(
    _ post: Post, _ card: PageCard, _ cards: [PageCard], _ snapshot: any StoreSnapshot
  ) async throws {
    let isFirst = card.page == "index"
    let top = isFirst ? "" : "../"
    var above = path
    if first == nil {
      var home = PageCard(Post(id: 0, title: "all posts"))
      home.page = "index"
      above.insert(home, at: 0)
    }
    let page = Page(
      title: card.title, top: top, path: above, post: post,
      targets: try await targets(of: post, from: top, snapshot),
      picture: try await copyPicture(at: post.imageURL),
      sections: [
        Page.Section(heading: post.template == .profile ? "Posts" : "Replies", cards: cards)
      ], neighbours: neighbours.removeValue(forKey: post.id) ?? Page.Neighbours())
    try folder.write(
      Array(page.html().utf8), to: isFirst ? "index.html" : "posts/\(card.page).html")
    report.posts += 1
  }

  /// Returns where the links to posts in a text lead: to their pages, or nowhere outside of the export.
  private mutating func targets(
    of post: Post, from top: String, _ snapshot: any StoreSnapshot
  ) async throws -> [Int: MarkdownHTML.Target] {
    let numbers = BodyLink.numbers(in: post.body)
    if numbers.isEmpty { return [:] }
    if exported == nil { exported = Set(plan.steps.map(\.id)) }
    var targets: [Int: MarkdownHTML.Target] = [:]
    for post in try await snapshot.posts(numbers.sorted()) {
      var card = PageCard(post)
      let hasPage =
        exported?.contains(post.id) == true && (post.template != .query || post.id == first)
      if hasPage { card.page = page(of: card) }
      targets[post.id] = MarkdownHTML.Target(
        address: hasPage ? card.address(from: top) : nil, title: card.title)
    }
    return targets
  }

  /// Writes the page with all posts at the top level, each kind under its heading.
  private mutating func writeFirstPage(_ snapshot: any StoreSnapshot) async throws {
    pages[0] = "index"
    let cards = try await cards(of: plan.steps.filter { $0.level == 0 }, snapshot)
    let people = cards.filter { $0.template == .profile }
    let posts = cards.filter { $0.template != .profile && $0.template != .query }
    addNeighbours(posts)
    let page = Page(
      title: "All posts", top: "",
      sections: [
        Page.Section(heading: "Posts", cards: posts),
        Page.Section(heading: "People", cards: people),
      ])
    try folder.write(Array(page.html().utf8), to: "index.html")
  }

  /// The cards of some posts, newest first as in Firefly's lists.
  private mutating func cards(
    of steps: [TreePlan.Step], _ snapshot: any StoreSnapshot
  ) async throws -> [PageCard] {
    var cards: [PageCard] = []
    var pictures: [Int: String] = [:]
    try await snapshot.read(steps) { _, post, _ in
      cards.append(PageCard(post))
      pictures[post.id] = post.imageURL
    }
    cards.sort { ($0.date ?? .distantPast, $0.id) > ($1.date ?? .distantPast, $1.id) }
    for index in cards.indices {
      cards[index].page = page(of: cards[index])
      cards[index].picture = try await copyPicture(at: pictures[cards[index].id])
    }
    return cards
  }

  private mutating func page(of card: PageCard) -> String {
    if let name = pages[card.id] { return name }
    let name = names.name(for: card.title, id: card.id)
    pages[card.id] = name
    return name
  }

  /// Copies the picture of a post, once.
  /// - Returns: the name of its file; nil if there is none.
  private mutating func copyPicture(at url: String?) async throws -> String? {
    guard let name = url.flatMap(UploadsFolder.name) else { return nil }
    if let isThere = pictures[name] { return isThere ? name : nil }
    let file = try await source.picture(name)
    pictures[name] = file != nil
    guard let file else {
      report.missing.append(name)
      return nil
    }
    try await folder.copy(file, to: "pictures/\(name)")
    report.pictures += 1
    return name
  }
}
