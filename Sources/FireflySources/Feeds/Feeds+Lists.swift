import FireflyAPI
import FireflyCore
import Foundation

// The lists beside that of all entries.
extension Feeds {
  /// The numbers of the unread entries; without read marks, of all.
  func unreadNumbers(of feeds: [FeedList.Feed]) -> Set<Int> {
    let isUnread = store.storage.unread() ?? { _, _ in true }
    return Set(
      feeds.map { store.feed($0.address) }.filter { !store.isQuiet($0) }.flatMap { kept in
        kept.rows.lazy.filter {
          isUnread($0.id, Date(timeIntervalSince1970: kept.arrival(of: $0)))
        }.map(\.id)
      })
  }

  /// Returns those of some entries that are not muted: what is muted is not new.
  func unmuted(_ ids: some Sequence<Int>) -> some Sequence<Int> {
    let isMuted = store.storage.muted()
    return ids.lazy.filter { id in
      guard let isMuted, let node = node(id) else { return true }
      // Its author and title are known without converting its text.
      var head = node
      head.text = .none
      return !isMuted(head.post(habits)) && !isMuted(node.post(habits))
    }
  }

  /// The list of the newest entry of each feed.
  static let newest = SourceList(
    name: "newest", title: "the newest of each feed", summary: "one entry of each feed")

  var lists: [SourceList] { [Self.newest] }

  func list(named name: String) -> SourceList? { lists.first { $0.name == name } }

  func posts(of list: SourceList, limit: Int) async throws(APIError) -> [SourceNode] {
    let feeds = try followed()
    let addresses = feeds.map(\.address)
    _ = await store.refresh(addresses)
    try requireEntries(of: feeds)
    let newest = Set(addresses.compactMap { store.feed($0).rows.first?.id })
    return nodes(store.order(of: addresses).lazy.filter(newest.contains), of: feeds)
  }
}
