import Foundation
import Synchronization

/// What the backend of an instance remembers between requests.
final class MastodonMemory: Sendable {
  /// A status in home: a boost has an ID and a time of its own.
  struct HomeItem {
    let id: String
    let date: Date
  }

  struct State {
    /// What the first list is, if it stands in for another one.
    var standIn: String?
    /// What the instance says of itself.
    var instance: MastodonInstance?
    /// The account of a token.
    var owner: (token: String, account: MastodonAccount)?
    /// How the account of a token wants to see posts; nil in it if that can't be asked.
    var preferences: (token: String, found: MastodonPreferences?)?
    /// The newest mentions of the user; nil until they are asked for.
    var mentions: Set<Int>?
    /// The accounts that ask to follow the user.
    var requests: [MastodonAccount] = []
    /// The newest notification that the user has seen in this run; nil for none.
    var seenNotice: String?
    /// Where posts stand in home.
    var home: [Int: HomeItem] = [:]
    /// The time of the newest post of home that this run has marked as read.
    var markedAt: Date?
    /// Up to which ID home was read on any device, when it was first asked.
    var homeMark: String?
    /// Whether the instance keeps no markers.
    var lacksMarkers: Bool?
    /// The numbers of pictures that were sent for no status yet, by what was sent.
    var uploads: [String: [String]] = [:]
    /// The lists and hashtags of the account of a token, and when they were loaded.
    var own: (token: String, lists: [SourceList], loadedAt: ContinuousClock.Instant)?
  }

  let state = Mutex(State())
}
