import Synchronization

/// What the backend of an instance remembers between requests.
final class MastodonMemory: Sendable {
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
    /// The IDs of posts in home, where a boost has one of its own.
    var home: [Int: String] = [:]
    /// Up to which ID home was read on any device, when it was first asked.
    var homeMark: String?
    /// Whether the instance keeps no markers.
    var lacksMarkers: Bool?
    /// The lists and hashtags of the account of a token.
    var own: (token: String, lists: [SourceList])?
  }

  let state = Mutex(State())
}
