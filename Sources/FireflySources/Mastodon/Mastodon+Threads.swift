import FireflyAPI

extension Mastodon {
  /// Requests for what is above a post at most: an instance sends 10 to 4,096 statuses at a time.
  private static let stepsUp = 20

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    guard let name = name(of: root ?? id) else { throw .status(404, message: nil) }
    await knowOwner()
    var known = top
    if known == nil {
      let status = try await web.answer(
        "/api/v1/statuses/\(name.percentEncoded)", as: MastodonStatus.self)
      known = self.node(status, in: .thread)
    }
    guard let node = known else { throw .unreadable(reason: "no number") }
    let context = try await context(of: name)
    let above = try await allAbove(context.ancestors.compactMap(threadNode))
    let below = context.descendants.compactMap(threadNode)
    var nodes = above + [node] + below
    if nodes[0].parent != nil { nodes[0].facts.lacksBeginning = true }
    var tree = SourceTree(root: nodes[0].id, nodes: nodes)
    // Responses without an account are cut.
    tree.cut = SourceTree.cut(tree.nodes)
    // The response has the replies to this status only, not those to the ones above.
    if !above.isEmpty { tree.cut.formUnion(above.map(\.id)) }
    tree.nodes = SourceNode.withoutHidden(tree.nodes, below: node.id)
    return tree
  }

  /// Returns the posts above one, from the top on, given the nearest of them.
  ///
  /// The first one has a parent if that can't be loaded.
  private func allAbove(_ near: [SourceNode]) async throws(APIError) -> [SourceNode] {
    var above = near
    var seen = Set(near.map(\.id))
    for _ in 0..<Self.stepsUp {
      guard let first = above.first, first.parent != nil, let name = name(of: first.id) else {
        break
      }
      let more: [SourceNode]
      do throws(APIError) {
        more = try await context(of: name).ancestors.compactMap(threadNode)
      } catch .cancelled {
        throw .cancelled
      } catch {
        // What is known can be read; the first post says that something is missing.
        break
      }
      let new = more.filter { seen.insert($0.id).inserted }
      if new.isEmpty { break }
      above = new + above
    }
    return above
  }

  func part(below node: SourceNode) async throws(APIError) -> SourceTree? {
    guard let name = name(of: node.id) else { return nil }
    let below = try await context(of: name).descendants.compactMap(threadNode)
    var tree = SourceTree(root: node.id, nodes: [node] + below)
    tree.cut = SourceTree.cut(tree.nodes).subtracting([node.id])
    tree.nodes = SourceNode.withoutHidden(tree.nodes, below: node.id)
    return tree
  }

  private func threadNode(_ status: MastodonStatus) -> SourceNode? { node(status, in: .thread) }

  func context(of name: String) async throws(APIError) -> MastodonContext {
    try await web.answer(
      "/api/v1/statuses/\(name.percentEncoded)/context", as: MastodonContext.self)
  }
}
