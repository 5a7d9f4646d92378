import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// `firefly move`: changes the parent of a post.
struct Move: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move your post with its replies under another post.")

  @Argument(help: ArgumentHelp("The post's number.", valueName: "id"))
  var post: PostNumber

  @Option(help: ArgumentHelp("The new parent, or root for the top level.", valueName: "id"))
  var to: Target

  @Flag(help: "Print the post as JSON, {\"post\": …}.")
  var json = false

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  /// The new parent of a post.
  enum Target: ExpressibleByArgument, Equatable {
    case root
    case post(Int)

    init?(argument: String) {
      guard argument != "root" else {
        self = .root
        return
      }
      guard let number = PostNumber(argument: argument) else { return nil }
      self = .post(number.id)
    }
  }

  func perform() throws { try withSession(move) }

  private func move(at session: WritingSession) throws {
    try session.require(.move)
    guard try MainLoop.run({ try await session.client.canMove() }) else {
      throw Failure("This server can't move posts.")
    }
    _ = try session.own(post.id)
    let (id, parent): (Int, Int?) =
      if case .post(let id) = to { (post.id, id) } else { (post.id, nil) }
    if let parent { try session.requireParent(below: parent) }
    let moved = try MainLoop.run { try await session.client.move(id, parent) }
    session.log.info(
      "moved", metadata: ["post": "\(id)", "to": "\(parent.map(String.init) ?? "root")"])
    let size = json ? nil : try? MainLoop.run { await session.client.branchSize(of: moved) }
    let place = parent.map { "under post \($0)" } ?? "to the top level"
    try session.confirm(
      moved, json: json, else: "Moved post \(id)\(size?.words ?? "") \(place).")
  }
}
