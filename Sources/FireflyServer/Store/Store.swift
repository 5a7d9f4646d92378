import FireflyCore
import Foundation

/// The tree of posts with its users: values in, values out.
///
/// A store knows nothing of HTTP, and its callers nothing of its database. `StoreBackend` names the
/// kinds of stores; the tests in `StoreContract` say what each of them has to do. Calls may come at the same time, from any task.
/// Each call that writes does all or nothing. Several programs may share the same data.
///
/// - Post numbers grow: a newer post has a higher number, and no number is used twice.
/// - E-mails that differ in case only are the same.
/// - All calls throw `StoreError`; `.unavailable` if the data can't be read or written.
public protocol Store: Sendable {
  // MARK: The store itself

  /// Where uploaded pictures are.
  var pictures: any PictureStorage { get }

  /// Names the data in sentences: its folder, or the server that has it; without a password.
  var location: String { get }

  /// Whether new data has nothing but its owner's profile: no field guide, and no first post.
  var beginsEmpty: Bool { get }

  /// The ID of the data, which stays the same wherever the data is moved.
  func identity() async throws(StoreError) -> String

  /// A number that grows with each change, by whatever program.
  ///
  /// What is read between two calls that return the same number belongs to that number.
  func version() async throws(StoreError) -> Int

  /// Signals that something has changed, by whatever program, until the stream is dropped.
  ///
  /// Several changes may cause one signal, and a signal may come without a change.
  /// - Returns: nil where changes can't be observed.
  func changes() -> AsyncStream<Void>?

  // MARK: Reading posts

  /// Returns the post with this number, or nil; a deleted post is none, even if it has children.
  func post(_ id: Int) async throws(StoreError) -> Post?

  /// Returns the posts above a post, nearest first: up to the root, a missing parent, a post that was
  /// there already, or `StoreLimits.ancestors` posts.
  func ancestors(of post: Post) async throws(StoreError) -> [Post]

  /// Returns a cursor before the first post of a list; nothing is read yet.
  func cursor(over list: PostList) -> any PostListCursor

  /// Returns the template of this name, or nil.
  func template(_ name: String) async throws(StoreError) -> PostTemplate?

  /// Whether users other than the reader have written posts of a template after a time.
  func hasNew(_ template: Post.Template, since: Date, reader: String?) async throws(StoreError)
    -> Bool

  /// Returns what has happened after a post, for one user: new posts, new users, badges.
  ///
  /// - Parameters:
  ///   - last: the newest post that the reader knows; nil for no posts.
  ///   - reader: the e-mail of the user.
  /// - Returns: what has happened.
  /// - Throws: `StoreError`.
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch

  // MARK: Searching

  /// Returns what a saved search finds, newest first, and marks it as viewed by the reader.
  ///
  /// - Parameters:
  ///   - queryID: the post of the search.
  ///   - reader: the e-mail of the user; nil for none.
  ///   - client: names the caller; clients take turns.
  /// - Returns: the hits, `StoreLimits.hits` at most.
  /// - Throws: `StoreError.unknownPost`, `.searchTooLong`, `.tooManySearches`.
  func search(queryID: Int, reader: String?, client: String) async throws(StoreError)
    -> [SearchHit]

  /// Returns the posts and profiles that have all of some words, newest first: of many, the best of the newest
  /// `StoreLimits.ranked`.
  ///
  /// A word with `*` behind it is the beginning of one; quotation marks enclose a phrase. Upper and lower
  /// case, accents and English endings make no difference.
  /// - Parameters:
  ///   - words: the words.
  ///   - client: names the caller; clients take turns.
  /// - Returns: the hits, `StoreLimits.hits` at most.
  /// - Throws: `StoreError.searchTooLong`, `.tooManySearches`.
  func search(words: String, client: String) async throws(StoreError) -> [SearchHit]

  /// Finds out whether each saved search finds something that the reader hasn't seen.
  ///
  /// - Parameters:
  ///   - queryIDs: the posts of the searches; beyond `StoreLimits.badges` they are left out.
  ///   - reader: the e-mail of the user.
  ///   - client: names the caller; clients take turns.
  /// - Returns: by the numbers of the posts; unknown numbers are left out, posts that are no searches have
  ///   nothing new; nil where finding out takes too long.
  /// - Throws: `StoreError.tooManySearches`.
  func badges(_ queryIDs: [Int], reader: String, client: String) async throws(StoreError)
    -> [Int: Bool?]

  // MARK: Writing posts

  /// Adds a post with its picture; its number, author and child count are the store's to give.
  ///
  /// - Parameters:
  ///   - post: the post.
  ///   - picture: its picture, if it has one.
  ///   - key: the key of the request: with the key of a post that was added, that post is returned.
  ///   - quota: how much the user may store and write.
  ///   - email: the author.
  ///   - now: the time.
  /// - Returns: the post as it was stored.
  /// - Throws: `StoreError.unknownUser`, `.unknownParent`, `.invalidParent` where it can't be put below another
  ///   post, `.deletedMeanwhile`, `.overQuota`, `.invalidPicture`, `.folder`.
  func create(
    _ post: Post, picture: PictureDraft?, key: CreationKey?, quota: Quota, by email: String,
    at now: Date
  ) async throws(StoreError) -> Post

  /// Changes a post of the user's own; a picture that no post has any more is removed.
  ///
  /// - Parameters:
  ///   - id: the post.
  ///   - change: what changes.
  ///   - picture: the new picture, if there is one.
  ///   - quota: how much the user may store.
  ///   - condition: what the post has to be.
  ///   - email: the user.
  ///   - now: the time.
  /// - Returns: the post as it is then.
  /// - Throws: `StoreError.unknownPost`, `.notOwner`, `.changedMeanwhile`, `.overQuota`,
  ///   `.invalidPicture`, `.folder`.
  func update(
    _ id: Int, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post

  /// Deletes a post, which can be restored for `StoreLimits.restorable` seconds.
  ///
  /// Its children stay: below a post of no user, of the template `.deleted`, until it is restored.
  /// - Parameters:
  ///   - id: the post.
  ///   - condition: what the post has to be.
  ///   - email: the user; nil if the post may be another user's.
  ///   - now: the time.
  /// - Throws: `StoreError.unknownPost`, `.notOwner`, `.changedMeanwhile`.
  func delete(_ id: Int, if condition: PostCondition, by email: String?, at now: Date)
    async throws(StoreError)

  /// Restores a deleted post as it was; a post that is there stays as it is.
  ///
  /// - Parameters:
  ///   - id: the post.
  ///   - email: the user who deleted it; nil for any.
  ///   - now: the time.
  /// - Returns: the post.
  /// - Throws: `StoreError.unknownPost` if it was deleted too long ago, or never was; `.notOwner`.
  func restore(_ id: Int, by email: String?, at now: Date) async throws(StoreError) -> Post

  /// Moves a post of the user's own below another one, with all that is below it.
  ///
  /// - Parameters:
  ///   - id: the post.
  ///   - parent: the new parent; nil for the root.
  ///   - condition: what the post has to be.
  ///   - email: the user.
  ///   - now: the time.
  /// - Returns: the post as it is then.
  /// - Throws: `StoreError.unknownPost`, `.unknownParent`, `.notOwner`, `.changedMeanwhile`, `.invalidParent` into
  ///   its own branch and wherever else it can't go.
  func move(
    _ id: Int, to parent: Int?, if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post

  /// Removes deleted posts that can't be restored any more, with their pictures.
  ///
  /// Every call that writes a post does this as well.
  func purgeDeleted(at now: Date) async throws(StoreError)

  /// Whether an upload belongs to deleted posts only, so that it must not be served.
  func isDeleted(upload name: String) async throws(StoreError) -> Bool

  /// Returns the URLs of all pictures that a post has, deleted posts that can be restored included.
  func pictureURLs() async throws(StoreError) -> Set<String>

  /// Stores a picture for posts that are added within a day, unless there is one of that name.
  ///
  /// - Parameters:
  ///   - draft: the picture.
  ///   - name: its name, which means the same bytes for good.
  /// - Returns: the right to the name, for `releaseClaims`; nil if the picture was there and stays.
  /// - Throws: `StoreError`.
  func addPicture(
    _ draft: PictureDraft, as name: String
  ) async throws(StoreError) -> PictureDraft.Claim?

  /// Ends what `addPicture` began.
  ///
  /// - Parameters:
  ///   - claims: what it returned.
  ///   - areUsed: whether there are posts with these pictures; otherwise they are removed.
  func releaseClaims(_ claims: [PictureDraft.Claim], areUsed: Bool) async

  /// Removes pictures that belong to nothing, because a server was killed while it received one, or before
  /// it could remove one.
  ///
  /// Only names of a server's making, and no picture that may be on its way to a post.
  /// - Throws: `StoreError`.
  func sweepPictures(at now: Date) async throws(StoreError)

  // MARK: Users

  /// Returns the owner of the data: the user of the first run; nil before that.
  func owner() async throws(StoreError) -> LocalUser?

  /// Returns the user with this e-mail, or nil.
  func user(_ email: String) async throws(StoreError) -> RegisteredUser?

  /// Returns the profile of a user, nil if they have none.
  /// - Throws: `StoreError.unknownUser`.
  func existingProfile(of email: String) async throws(StoreError) -> Post?

  /// Returns the profile of a user; a blank one is created if there is none.
  /// - Throws: `StoreError.unknownUser`.
  func profile(of email: String) async throws(StoreError) -> Post

  /// Changes a user's profile, which is created if there is none; its title becomes the user's name.
  ///
  /// - Parameters: as of `update(_:_:picture:quota:if:by:at:)`.
  /// - Throws: as `update(_:_:picture:quota:if:by:at:)`, and `StoreError.unknownUser`.
  func writeProfile(
    of email: String, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, at now: Date
  ) async throws(StoreError) -> Post

  // MARK: Accounts

  /// Makes a new four-digit code for an e-mail, in place of any older one for the same peer.
  ///
  /// - Parameters:
  ///   - email: the e-mail.
  ///   - peer: where it is requested (`HTTPPeer.household`); codes of other peers stay valid, so that no
  ///     peer can keep a user from signing in.
  ///   - registration: who may become a user.
  ///   - now: the time.
  /// - Returns: the code, which must not reach the caller with the answer.
  /// - Throws: `StoreError.notInvited`, after which everything goes on as if there were a code that can't
  ///   be guessed; `.tooManyAttempts`.
  func newCode(
    for email: String, from peer: String, registration: Access.Registration, now: Date
  ) async throws(StoreError) -> String

  /// Makes a code void, such as one that could not be sent.
  func voidCode(for email: String, from peer: String) async throws(StoreError)

  /// Checks a code. The right one signs a device in, and creates the user and a blank profile on the first
  /// sign-in.
  ///
  /// - Parameters:
  ///   - code: what was entered.
  ///   - email: whose code it should be.
  ///   - peer: where it was entered (`HTTPPeer.household`).
  ///   - device: what the device says of itself.
  ///   - registration: who may become a user.
  ///   - now: the time.
  /// - Returns: what came of it.
  /// - Throws: `StoreError.tooManyAttempts`.
  func check(
    code: String, for email: String, from peer: String, device: DeviceInfo,
    registration: Access.Registration, now: Date
  ) async throws(StoreError) -> CodeCheck

  /// Returns the device that has this token; nil if none has, or it was revoked.
  func device(_ token: DeviceToken) async throws(StoreError) -> Device?

  /// Records that a device was used.
  func deviceUsed(_ device: Device, at now: Date) async throws(StoreError)

  /// Returns the devices of a user, the one used last first.
  func devices(of email: String) async throws(StoreError) -> [Device]

  /// Makes the token of a user's device void.
  /// - Throws: `StoreError.unknownDevice` if the user has no such device.
  func revokeDevice(_ id: Int, of email: String, at now: Date) async throws(StoreError)

  /// Invites an e-mail, in the name of the owner.
  /// - Returns: false if it is a user's already.
  func invite(_ email: String, at now: Date) async throws(StoreError) -> Bool

  /// Withdraws an invitation.
  /// - Returns: false if there was none.
  func withdrawInvitation(_ email: String) async throws(StoreError) -> Bool

  /// Returns all users in the order in which they came, then who is invited.
  func members() async throws(StoreError) -> [Member]

  /// Ends the account of a user: their devices are signed out, profile and saved searches are deleted.
  ///
  /// - Parameters:
  ///   - email: the user.
  ///   - withPosts: whether their posts are deleted too; otherwise they stay with their name.
  ///   - now: the time.
  /// - Returns: how many posts there were; nil if there is no such user.
  /// - Throws: `StoreError.isOwner`.
  func removeMember(_ email: String, withPosts: Bool, at now: Date) async throws(StoreError) -> Int?

  // MARK: Import and export

  /// Adds the posts of a document, all or none, with new numbers in its order and the same parents.
  ///
  /// A post of a source that was imported before is updated: title, summary, body and picture. It stays where
  /// it is, unless it had no parent. What is deleted here, or there, stays as it was.
  /// - Parameters:
  ///   - document: the posts and their authors; unknown authors become users.
  ///   - author: who wrote the posts that name no author; becomes a user if there is no such user.
  ///   - ownership: whether the author becomes the owner of the data.
  /// - Returns: what was added; nil if nothing was, because the data has an owner already.
  /// - Throws: `ImportError`, `StoreError`.
  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) async throws -> ImportResult?

  /// Returns all posts as they are at this moment.
  func snapshot() async throws(StoreError) -> any StoreSnapshot
}

/// All posts of a store as they were at one moment, while others go on writing.
public protocol StoreSnapshot: Sendable {
  /// Returns every post's number and that of its parent, in the order of their numbers.
  func links() async throws(StoreError) -> [PostLink]

  /// Returns the posts with these numbers, in no particular order; unknown numbers are left out.
  func posts(_ ids: [Int]) async throws(StoreError) -> [Post]

  /// Returns where posts with these numbers come from; those of no source are left out.
  func sources(of ids: [Int]) async throws(StoreError) -> [Int: PostSource]
}

/// A post and its parent, by their numbers.
public struct PostLink: Hashable, Sendable {
  /// The post.
  public var id: Int
  /// Its parent; nil or below 0 for the root.
  public var parent: Int?

  /// A link.
  public init(id: Int, parent: Int?) {
    self.id = id
    self.parent = parent
  }
}

/// What every store keeps to.
public enum StoreLimits {
  /// Seconds for which a deletion can be undone.
  public static let restorable = 600.0
  /// Ancestors of a post that are followed.
  public static let ancestors = 200
  /// Levels of a tree below which nothing is written; an import may bring more.
  public static let levels = 256
  /// Posts that a search finds, at most.
  public static let hits = 100
  /// Posts with its words among which a search finds the best: the newest, so that its time does not grow with
  /// the number of posts.
  public static let ranked = 1_000
  /// Saved searches whose badges are returned at a time, at most.
  public static let badges = 200
  /// New posts that are returned at a time; of more, the newest.
  public static let news = 100
  /// Seconds for which a sign-in code is valid.
  public static let codeLifetime = 600.0
  /// Wrong tries that make a code void.
  public static let codeTries = 5
  /// Devices that a user has at a time; of more, the one that was unused longest is signed out.
  public static let devices = 50
}
