import FireflyCore
import Foundation

/// The files of the feed reader on this machine.
public struct FeedStorage: Sendable {
  /// The file with the feeds that the user follows.
  public var list: SourceStorage
  /// Returns the file with the entries of a feed.
  public var entries: @Sendable (_ address: String) -> SourceStorage

  /// Creates storage.
  public init(
    list: SourceStorage, entries: @escaping @Sendable (_ address: String) -> SourceStorage
  ) {
    (self.list, self.entries) = (list, entries)
  }

  /// Maximum bytes of the file of a feed.
  public static let maximumBytes = 64 << 20

  /// Keeps nothing.
  public static let none = FeedStorage(
    list: SourceStorage(read: { nil }, update: { _ in }),
    entries: { _ in SourceStorage(read: { nil }, update: { _ in }) })
}
