import FireflyAPI
import FireflyCore
import Foundation

/// The feeds that the user follows, here or on a service, for commands.
package protocol FollowedFeeds: Sendable {
  /// Asks a service which feeds these are; does nothing for those here.
  func load() async throws
  /// The feeds, in their order.
  var feeds: [FeedReader.Feed] { get }
  /// Follows a feed, or that of a page which names one.
  ///
  /// - Parameters:
  ///   - name: the user's name for it; nil for its own.
  ///   - folder: the folder into which it is put; nil for none, or where it is already.
  func follow(
    _ address: String, name: String?, folder: String?
  ) async throws -> FeedReader.Following
  /// Takes the password that `follow` needs.
  func logIn(_ request: PasswordRequest, password: String)
  /// Follows the feeds of a list that a program has exported; nil if it is no such list.
  ///
  /// - Parameter folder: the folder into which its feeds and folders are put; nil for none.
  func follow(opml: Data, folder: String?) async throws -> FeedReader.Imported?
  /// Follows a feed no longer, by its address or its name; returns nil if none is called so.
  func unfollow(_ name: String) async throws -> FeedReader.Feed?
}

extension FollowedFeeds {
  /// The feeds, for other programs.
  package var opml: String { FeedOutline.opml(of: feeds) }

  /// Returns the feed with an address or a name; nil for none.
  func feed(named name: String) -> FeedReader.Feed? {
    let address = FeedList.parse(name)?.address
    return feeds.first { $0.address == address || $0.address == name }
      ?? feeds.first { $0.name == name }
  }
}

extension FeedReader: FollowedFeeds {
  package func load() {}
}
