import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// A whole thread of a source.
package struct SourceThread: Sendable {
  /// Parts of a thread that came without them and are asked for, at most.
  private static let maxParts = 200
  /// Maximum bytes of the mails of a thread.
  package static let unpackedBytes = 64 << 20
  /// Levels that are asked for at a time.
  private static let depth = 256

  /// The posts; each comes after its parent.
  package private(set) var items: [SourceItem] = []
  /// How many posts have replies that were not loaded, because there were too many requests.
  package private(set) var lostBranches = 0
  /// Whether there are posts above the first one that could not be loaded.
  package private(set) var lacksBeginning = false
  /// How many posts were left out because only some people may read them.
  package private(set) var privatePosts = 0
  private let source: SourceReader

  /// Loads the thread that a page belongs to, or a branch of it.
  ///
  /// - Parameters:
  ///   - isWhole: whether to begin with the topmost post; otherwise with that of the page.
  ///   - server: where the source is asked.
  ///   - userAgent: the program's name and version.
  ///   - storage: keeps the names behind numbers.
  ///   - credentials: the user's account there; none by default.
  ///   - tools: what the source needs of this machine.
  ///   - logger: logs requests and errors.
  /// - Throws: `APIError`; `.notOffered` if only some people may read any of it; `CancellationError`.
  package init(
    _ link: SourceLink, isWhole: Bool, server: ServerAddress, userAgent: String,
    storage: SourceStorage<KeptSource>, credentials: Credentials = Credentials(),
    tools: SourceTools = SourceTools(), logger: Logger
  ) async throws {
    let reader = User(email: "", name: "")
    source = SourceReader(
      link.source, server: server, reader: reader, credentials: credentials,
      userAgent: userAgent, storage: storage, tools: tools, at: link, logger: logger)
    guard let id = link.post else { throw APIError.status(404, message: nil) }
    let post = try await source.post(id, ancestors: true)
    let top = isWhole ? post.ancestors?.last ?? post : post
    lacksBeginning = isWhole && source.cache.node(top.id)?.facts.lacksBeginning == true
    try await load(top, from: source)
    if items.isEmpty, privatePosts > 0 {
      throw APIError.notOffered("Only some people may read this: it is not copied.")
    }
  }

  private mutating func load(_ top: Post, from source: SourceReader) async throws {
    var waiting = [top]
    waiting[0].parentID = nil
    var seen: Set<Int> = []
    var parts = 0
    while let post = waiting.popLast() {
      try Task.checkCancellation()
      var children = post.children
      let isTop = seen.isEmpty
      if children == nil, isTop || post.childCount ?? 0 > 0 {
        if parts < Self.maxParts {
          parts += 1
          children = try await source.branch(of: post.id, depth: Self.depth, maximum: .max).posts
        } else if !seen.contains(post.id) {
          lostBranches += 1
        }
      }
      guard seen.insert(post.id).inserted else { continue }
      // What only some may read must not be shown by another server; what is below it moves up.
      let isPrivate = post.service?.readers?.isPublic == false
      waiting += (children ?? []).map { child in
        var child = child
        child.parentID = isPrivate ? post.parentID : post.id
        return child
      }
      if isPrivate {
        privatePosts += 1
        continue
      }
      var single = post
      (single.children, single.ancestors) = (nil, nil)
      let name = source.name(of: post.id)
      var item = SourceItem(
        post: single, key: "\(post.id)", parent: post.parentID.flatMap { $0 < 0 ? nil : "\($0)" },
        address: name.key, isDeleted: name.isDeleted)
      item.pages = source.pages(of: post.id)
      items.append(item)
      WorkProgress.step(items.count)
    }
  }

  /// Loads a picture at an address on the web.
  package func picture(at address: String) async throws(APIError) -> Data? {
    try await source.picture(at: address, etag: nil)?.bytes
  }
}
