import FireflyCore
import FireflyStore
import Foundation

extension WebSite {
  /// Writes a page with a whole thread, in reading order.
  mutating func writeThread(
    _ post: Post, _ card: PageCard, _ replies: ArraySlice<TreePlan.Step>,
    _ snapshot: any StoreSnapshot
  ) async throws {
    let page = try await page(for: post, card, snapshot)
    count(post)
    let level = path.count
    try await folder.write(to: card.address(from: "")) { write in
      try write(page.start())
      var above = [card]
      for step in try await readingOrder(of: replies, snapshot) {
        try Task.checkCancellation()
        guard let post = try await snapshot.shownPosts([step.id]).first, post.template != .query
        else {
          continue
        }
        above.removeLast(above.count - min(above.count, step.level - level))
        let reply = Page.Reply(
          post: post, level: step.level - level, answered: above.count > 1 ? above.last : nil,
          targets: try await targets(of: post, from: page.top, snapshot),
          picture: try await copyPicture(at: post.imageURL),
          shown: try await copyPictures(in: post.body))
        try write(page.html(reply))
        above.append(PageCard(post))
        count(post)
      }
      try write(page.end())
    }
  }

  /// Returns the replies in the order of a thread in the program: the newest of siblings first.
  private func readingOrder(
    of replies: ArraySlice<TreePlan.Step>, _ snapshot: any StoreSnapshot
  ) async throws -> [TreePlan.Step] {
    var dates: [Int: Date] = [:]
    try await snapshot.read(Array(replies)) { _, post, _ in dates[post.id] = post.createdAt }
    guard let level = replies.first?.level else { return [] }
    var children: [Int: [TreePlan.Step]] = [:]
    var above: [Int] = []
    for step in replies {
      above.removeLast(above.count - min(above.count, step.level - level))
      children[above.last ?? 0, default: []].append(step)
      above.append(step.id)
    }
    func sorted(below id: Int) -> [TreePlan.Step] {
      // The next one is on top.
      (children[id] ?? []).sorted {
        (dates[$0.id] ?? .distantPast, $0.id) < (dates[$1.id] ?? .distantPast, $1.id)
      }
    }
    var (order, waiting): ([TreePlan.Step], [TreePlan.Step]) = ([], sorted(below: 0))
    while let step = waiting.popLast() {
      order.append(step)
      waiting += sorted(below: step.id)
    }
    return order
  }

  /// Returns the post at the top of a thread.
  mutating func top(of id: Int) -> Int? {
    if let tops { return tops[id] }
    var (all, top): ([Int: Int], Int) = ([:], 0)
    for step in plan.steps {
      if step.level == 0 { top = step.id }
      all[step.id] = top
    }
    tops = all
    return all[id]
  }
}
