import FireflyCore
import FireflyStore
import FireflyText
import Foundation

/// Writes the pages of a site, depth first.
struct WebSite {
  let folder: ExportFolder
  let source: any PictureStorage
  let plan: TreePlan
  let options: SiteOptions
  /// The server's permanent ID.
  let identity: String
  /// The post of the first page; nil if that has all posts at the top level.
  var first: Int?
  var report = ExportReport()

  /// The exported posts; nil until a text links to a post.
  private var exported: Set<Int>?
  private var names = FileNames()
  /// The names of pages, by post.
  private var pages: [Int: String] = [:]
  /// The pictures that were copied, by upload; false for those that are missing or damaged.
  private var pictures: [String: Bool] = [:]
  /// The lists of posts whose pages are still to be written, and their places there.
  private var lists: [Int: (cards: [PageCard], index: Int)] = [:]
  /// The posts from the topmost to the current one.
  var path: [PageCard] = []
  /// The posts at the top of those in threads; nil until they are needed.
  var tops: [Int: Int]?
  /// The newest posts, and some more.
  var newest: [(id: Int, date: Date)] = []

  init(
    folder: ExportFolder, pictures: any PictureStorage, plan: TreePlan, options: SiteOptions,
    identity: String
  ) {
    (self.folder, source, self.plan) = (folder, pictures, plan)
    (self.options, self.identity) = (options, identity)
  }

  mutating func write(_ snapshot: any StoreSnapshot) async throws {
    if let first { pages[first] = "index" } else { try await writeFirstPage(snapshot) }
    var index = 0
    while index < plan.steps.count {
      WorkProgress.step(index, of: plan.steps.count)
      try Task.checkCancellation()
      let step = plan.steps[index]
      let end = options.hasThreads ? branchEnd(of: index) : index + 1
      defer { index = end }
      guard let post = try await snapshot.shownPosts([step.id]).first else { continue }
      // A search finds nothing on paper.
      if post.template == .query, post.id != first {
        report.leftOut += 1
        continue
      }
      path.removeLast(path.count - min(path.count, step.level))
      var card = PageCard(post)
      card.page = page(of: card)
      if options.hasThreads {
        try await writeThread(post, card, plan.steps[(index + 1)..<end], snapshot)
      } else {
        let cards = try await cards(of: children(below: index), snapshot)
        addNeighbours(cards)
        try await write(post, card, cards, snapshot)
      }
      path.append(card)
    }
    try await writeFeed(snapshot)
  }

  /// The end of the branch of a step of the plan.
  private func branchEnd(of index: Int) -> Int {
    let level = plan.steps[index].level
    return plan.steps[(index + 1)...].firstIndex { $0.level <= level } ?? plan.steps.endIndex
  }

  /// The numbers of the posts right below a step of the plan.
  private func children(below index: Int) -> [TreePlan.Step] {
    let level = plan.steps[index].level
    return plan.steps[(index + 1)..<branchEnd(of: index)].filter { $0.level == level + 1 }
  }

  mutating func addNeighbours(_ cards: [PageCard]) {
    for (index, card) in cards.enumerated() { lists[card.id] = (cards, index) }
  }

  /// Returns the neighbours of a post, once.
  private mutating func takeNeighbours(of id: Int) -> Page.Neighbours {
    guard let (cards, index) = lists.removeValue(forKey: id) else { return Page.Neighbours() }
    return Page.Neighbours(
      previous: index > 0 ? cards[index - 1] : nil,
      next: index + 1 < cards.count ? cards[index + 1] : nil)
  }

  mutating func write(
    _ post: Post, _ card: PageCard, _ cards: [PageCard], _ snapshot: any StoreSnapshot
  ) async throws {
    var page = try await page(for: post, card, snapshot)
    page.sections = [
      Page.Section(heading: post.template == .profile ? "Posts" : "Replies", cards: cards)
    ]
    try await folder.write(to: card.address(from: "")) { try page.write($0) }
    count(post)
  }

  /// Returns the page of a post, without its replies.
  mutating func page(
    for post: Post, _ card: PageCard, _ snapshot: any StoreSnapshot
  ) async throws -> Page {
    let top = card.page == "index" ? "" : "../"
    var above = path
    if first == nil {
      var home = PageCard(Post(id: 0, title: options.title ?? "all posts"))
      home.page = "index"
      above.insert(home, at: 0)
    }
    return Page(
      title: card.title, site: options.title, top: top, path: above, post: post,
      targets: try await targets(of: post, from: top, snapshot),
      picture: try await copyPicture(at: post.imageURL),
      shown: try await copyPictures(in: post.body),
      neighbours: takeNeighbours(of: post.id))
  }

  /// Counts a post that was written, and keeps it for the feed if it is new enough.
  mutating func count(_ post: Post) {
    report.count(post)
    guard post.template == .post, let date = post.createdAt else { return }
    newest.append((post.id, date))
    if newest.count >= 4 * AtomFeed.maxEntries { trimNewest() }
  }

  /// Returns the card of an exported post with the address of its page.
  mutating func card(of post: Post, _ snapshot: any StoreSnapshot) async throws -> PageCard {
    var card = PageCard(post)
    guard options.hasThreads, let top = top(of: post.id), top != post.id,
      let above = try await snapshot.shownPosts([top]).first
    else {
      card.page = page(of: card)
      return card
    }
    card.page = page(of: PageCard(above))
    card.isInThread = true
    return card
  }

  /// Returns where the links to posts in a text lead: to their pages, or nowhere outside of the export.
  mutating func targets(
    of post: Post, from top: String, _ snapshot: any StoreSnapshot
  ) async throws -> [Int: MarkdownHTML.Target] {
    let numbers = BodyLink.numbers(in: post.body)
    if numbers.isEmpty { return [:] }
    if exported == nil { exported = Set(plan.steps.map(\.id)) }
    var targets: [Int: MarkdownHTML.Target] = [:]
    for post in try await snapshot.shownPosts(numbers.sorted()) {
      let hasPage =
        exported?.contains(post.id) == true && (post.template != .query || post.id == first)
      targets[post.id] = MarkdownHTML.Target(
        address: hasPage ? try await card(of: post, snapshot).address(from: top) : nil,
        title: PageCard.title(of: post))
    }
    return targets
  }

  /// Writes the page with all posts at the top level, each kind under its heading.
  mutating func writeFirstPage(_ snapshot: any StoreSnapshot) async throws {
    pages[0] = "index"
    let cards = try await cards(of: plan.steps.filter { $0.level == 0 }, snapshot)
    let people = cards.filter { $0.template == .profile }
    let posts = cards.filter { $0.template != .profile && $0.template != .query }
    addNeighbours(posts)
    let page = Page(
      title: options.title ?? "All posts", top: "",
      sections: [
        Page.Section(heading: "Posts", cards: posts),
        Page.Section(heading: "People", cards: people),
      ])
    try await folder.write(to: "index.html") { try page.write($0) }
  }

  /// The cards of some posts, newest first as in Firefly's lists.
  mutating func cards(
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

  mutating func page(of card: PageCard) -> String {
    if let name = pages[card.id] { return name }
    let name = names.name(for: card.title, id: card.id)
    pages[card.id] = name
    return name
  }

  /// Copies the pictures that a text shows.
  /// - Returns: the names of their files, without those that are missing or damaged.
  mutating func copyPictures(in body: String) async throws -> [String] {
    var names: [String] = []
    for name in BodyPicture.names(in: body) {
      if let file = try await copyPicture(at: BodyPicture.address(of: name)) { names.append(file) }
    }
    return names
  }

  /// Copies a picture, once.
  /// - Returns: the name of its file; nil if there is none.
  mutating func copyPicture(at url: String?) async throws -> String? {
    guard let name = url.flatMap(UploadsFolder.name) else { return nil }
    if let isThere = pictures[name] { return isThere ? name : nil }
    let file = try await report.picture(name, from: source)
    pictures[name] = file != nil
    guard let file else { return nil }
    guard try await folder.copyBare(file, to: "pictures/\(name)") else {
      pictures[name] = false
      report.damaged.append(name)
      return nil
    }
    report.pictures += 1
    return name
  }
}
