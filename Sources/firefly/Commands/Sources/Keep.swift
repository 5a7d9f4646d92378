import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyImports
import FireflyServer
import FireflySources
import Foundation

/// A thread of a source, into the embedded server's tree.
struct Keep: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy a thread on the web to your own server, with all replies and pictures.",
    discussion: """
      Copies the whole thread that the page belongs to, and prints its number. Run it again to update the \
      copy: no post is copied twice, and posts deleted on the web since then are kept. \
      `firefly sources` lists the sources.

      Example: firefly keep https://news.ycombinator.com/item?id=1
      """)

  @Argument(help: "The address of a page of a source.")
  var url: String

  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseOptions(with: "keep")
    guard let link = SourceLink(url) else {
      throw ValidationError("Not a page of a source. `firefly sources` lists them.")
    }
    if case .post = link.target { return }
    throw ValidationError(
      "This page is not a thread. Use the address of a story, a status or a topic.")
  }

  func run() throws {
    guard let link = SourceLink(url), let id = link.post else { return }
    do {
      var context = try CommandContext.make("keep", common)
      try context.complain()
      context.link = link
      guard PostsClient.prepare() else {
        throw Failure("libcurl is missing. On Debian: apt install libcurl4.")
      }
      let client = context.client(of: link.source, at: try link.source.server(context.environment))
      let store = try context.openStore()
      let thread = try Interruption.run { try await ThreadLoader(client).load(id) }
      let conversion = try KeptThread.convert(
        thread.posts, of: link.source.sourceName, pictures: thread.pictures)
      let result = try Import.add(conversion.document, to: store)
      context.log.info("kept", metadata: ["posts": "\(thread.posts.count)"])
      var complaints = result.splits + result.refusedPictures
      if thread.lostPictures > 0 {
        let lost = thread.lostPictures
        complaints.append("\(lost) \(lost == 1 ? "picture" : "pictures") could not be loaded.")
      }
      complaints.forEach(StandardStreams.complain)
      StandardStreams.complain(ImportReport.line(conversion, result))
      try StandardStreams.output(result.roots.map { "\($0)\n" }.joined())
    } catch let error as APIError {
      Failure(error.sentence(onPost: id)).end()
    } catch {
      Failure(error).end()
    }
  }
}

extension SourceAddress {
  /// The name under which its posts are kept: `hn`, `lemmy:lemmy.ml`.
  fileprivate var sourceName: String {
    instance.isEmpty ? kind.rawValue : "\(kind.rawValue):\(instance)"
  }
}

/// Loads a whole thread: what was cut is asked for once more.
private struct ThreadLoader {
  /// Requests for parts of a thread that came without them, at most.
  private static let maxParts = 200
  /// Pictures of a thread at most, and bytes of all of them, which are in memory until they are kept.
  private static let (maxPictures, maxBytes) = (100, 64 << 20)
  /// Levels that are asked for at a time.
  private static let depth = 256

  struct Thread: Sendable {
    var posts: [Post] = []
    var pictures: [Int: Data] = [:]
    /// How many could not be loaded, or were too many.
    var lostPictures = 0
  }

  let client: PostsClient

  init(_ client: PostsClient) { self.client = client }

  /// Loads the thread of a post, from its topmost post on.
  func load(_ id: Int) async throws -> Thread {
    let post = try await client.post(id, true)
    let top = post.ancestors?.last ?? post
    var thread = Thread()
    var seen: Set<Int> = []
    var waiting = [top]
    var parts = 0
    while let post = waiting.popLast() {
      try Task.checkCancellation()
      var children = post.children
      let isTop = seen.isEmpty
      if children == nil, isTop || post.childCount ?? 0 > 0, parts < Self.maxParts {
        parts += 1
        children = try await client.children(post.id, Self.depth).posts
      }
      guard seen.insert(post.id).inserted else { continue }
      waiting += (children ?? []).map { child in
        var child = child
        child.parentID = post.id
        return child
      }
      var single = post
      (single.children, single.ancestors) = (nil, nil)
      thread.posts.append(single)
    }
    try await addPictures(to: &thread)
    return thread
  }

  /// Loads the pictures; one that can't be loaded is left out.
  private func addPictures(to thread: inout Thread) async throws {
    var bytes = 0
    for post in thread.posts {
      guard let address = post.imageURL else { continue }
      try Task.checkCancellation()
      let hasRoom = thread.pictures.count < Self.maxPictures && bytes < Self.maxBytes
      let picture = hasRoom ? try? await client.picture(address, nil) : nil
      thread.pictures[post.id] = picture?.bytes
      bytes += picture?.bytes.count ?? 0
      if picture == nil { thread.lostPictures += 1 }
    }
  }
}
