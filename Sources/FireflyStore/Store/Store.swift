import FireflyCore
import FireflyTransfer
import Foundation

/// The tree of posts and its users.
///
/// Calls take and return values.
///
/// A store doesn't know HTTP, and its callers don't know its database. `StoreBackend` lists the
/// kinds of stores; all pass the tests in `StoreContract`. Calls may be concurrent, from any task.
/// Each call that writes is atomic. Several programs may share the same data.
///
/// - Numbers of posts only grow, and are never reused.
/// - E-mails are case-insensitive.
/// - All calls throw `StoreError`; `.unavailable` if the data can't be read or written.
package protocol Store: AccountStore, UploadStore {
  // MARK: The store itself

  /// The storage of uploaded pictures.
  var pictures: any PictureStorage { get }

  /// The name of the data for messages: its folder or its server, without a password.
  var location: String { get }

  /// Whether new data has only the owner's profile, without the field guide and a first post.
  var beginsEmpty: Bool { get }

  /// Returns the ID of the data.
  ///
  /// It never changes, even if the data is moved.
  func identity() async throws(StoreError) -> String

  /// Checks that the data can be read and written.
  func check() async throws(StoreError)

  /// Returns a number that grows with each change by any program.
  ///
  /// Data read between two calls that return the same number belongs to that version.
  func version() async throws(StoreError) -> Int

  /// Returns a stream of signals that something has changed, by any program.
  ///
  /// Several changes may cause one signal, and a signal may come without a change.
  /// - Returns: the stream; nil if changes can't be observed.
  func changes() -> AsyncStream<Void>?

  /// Returns the store with its pictures in the given place, and marks the place as belonging to
  /// this data.
  ///
  /// Creates a folder if it is missing. Several servers of the same data may share the place.
  /// - Parameter location: the place; the parent of a folder must exist. Nil for the store's
  ///   default.
  /// - Throws: `PictureStorageError`, `StoreError`.
  func storingPictures(in location: PictureLocation?) async throws -> any Store

  // MARK: Reading posts

  /// Returns a post, or the placeholder of a deleted post that has children; nil if there is none.
  func post(_ id: Int) async throws(StoreError) -> Post?

  /// Returns the address of a post's page on the web, if it was imported from there; nil for others.
  func page(of post: Post) async throws(StoreError) -> String?

  /// Returns the ancestors of a post, nearest first, up to `StoreLimits.ancestors`.
  ///
  /// Stops at a missing parent, and at a cycle.
  func ancestors(of post: Post) async throws(StoreError) -> [Post]

  /// Returns a cursor over a list; reads nothing yet.
  ///
  /// - Parameter list: the list. Posts, threads and users of a time in the future come last in it.
  func cursor(over list: PostList, at now: Date) -> any PostListCursor

  /// Returns posts below a post, at any depth, in reading order.
  ///
  /// - Parameters:
  ///   - id: the topmost post.
  ///   - key: the key at which an earlier page ended; nil for the first page. A malformed key gives an
  ///     empty page.
  ///   - skipped: a post whose replies are left out.
  ///   - limit: maximum number of posts.
  ///   - now: the current time; replies of a time in the future come last in their lists.
  /// - Returns: the page, which ends earlier if its texts are long.
  func branch(
    below id: Int, after key: String?, skipping skipped: Int?, limit: Int, at now: Date
  ) async throws(StoreError) -> BranchPage

  /// Returns the numbers of posts that are higher than a number, without deleted posts, saved
  /// searches and profiles.
  ///
  /// - Parameters:
  ///   - id: only those below this post, in reading order; nil for all, in the order of their numbers.
  ///   - email: a user whose posts are left out; nil for none.
  ///   - key: the key at which an earlier page ended; nil for the first page.
  /// - Returns: at most `StoreLimits.links` posts.
  /// - Throws: `StoreError.unknownPost`.
  func links(
    below id: Int?, since: Int, notBy email: String?, after key: String?
  ) async throws(StoreError) -> LinkPage

  /// Whether other users than the reader have written posts of a template since a time, up to now; profiles count if
  /// the list of users shows them.
  func hasNew(
    _ template: Post.Template, since: Date, reader: String?, at now: Date
  ) async throws(StoreError) -> Bool

  /// Returns what happened after a post, for one user: new posts, new users, badges.
  ///
  /// - Parameter last: the newest post that the reader knows; nil for no posts.
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch

  // MARK: Searching

  /// Runs a saved search, and marks its results as seen by the reader.
  ///
  /// - Parameter reader: the e-mail of the user; nil if anonymous.
  /// - Returns: at most `StoreLimits.hits` hits, newest first.
  /// - Throws: `StoreError.unknownPost`, `.searchTooLong`, `.tooManySearches`.
  func search(queryID: Int, reader: String?) async throws(StoreError)
    -> [SearchHit]

  /// Searches for posts and profiles that contain all of some words.
  ///
  /// A word followed by `*` is a prefix; text in quotation marks is a phrase. Case, accents and
  /// English endings are ignored. Of many matches, the best of the newest `StoreLimits.ranked` are
  /// returned.
  /// - Returns: at most `StoreLimits.hits` hits, newest first.
  /// - Throws: `StoreError.searchTooLong`, `.tooManySearches`.
  func search(words: String) async throws(StoreError) -> [SearchHit]

  /// Finds out which saved searches have matches that the reader hasn't seen.
  ///
  /// - Parameters:
  ///   - queryIDs: the posts of the saved searches; those beyond `StoreLimits.badges` are ignored.
  ///   - reader: the e-mail of the user.
  /// - Returns: a value for each known post; false for posts that are not saved searches, nil if
  ///   the search took too long.
  /// - Throws: `StoreError.tooManySearches`.
  func badges(_ queryIDs: [Int], reader: String) async throws(StoreError)
    -> [Int: Bool?]

  // MARK: Writing posts

  /// Creates a post.
  ///
  /// The store sets its number, author and child count.
  ///
  /// - Parameters:
  ///   - picture: its picture, if any.
  ///   - key: the key of the request. If it was used before, the post that was created then is
  ///     returned.
  ///   - quota: the author's quota.
  ///   - repliers: who may reply to the parent.
  ///   - email: the author.
  ///   - now: the current time.
  /// - Returns: the post as it was stored.
  /// - Throws: `StoreError.unknownUser`, `.unknownParent`, `.invalidParent`, `.ownRepliesOnly`,
  ///   `.deletedMeanwhile`, `.overQuota`, `.invalidPicture`, `.folder`.
  func create(
    _ post: Post, picture: PictureDraft?, key: CreationKey?, quota: Quota,
    repliers: Access.Repliers, by email: String, at now: Date
  ) async throws(StoreError) -> Post

  /// Edits a post of the user.
  ///
  /// Removes a picture that no post has any more.
  ///
  /// - Parameter picture: the new picture, if any.
  /// - Throws: `StoreError.unknownPost`, `.notOwner`, `.changedMeanwhile`, `.overQuota`,
  ///   `.invalidPicture`, `.folder`.
  func update(
    _ id: Int, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, by email: String, at now: Date
  ) async throws(StoreError) -> Post

  /// Deletes a post.
  ///
  /// It can be restored for `StoreLimits.restorable` seconds.
  ///
  /// Its children stay: until it is restored, a placeholder of the template `.deleted`, without an
  /// author, is their parent.
  /// - Parameters:
  ///   - condition: the required version of the post.
  ///   - email: the user; nil to delete posts of any user.
  /// - Throws: `StoreError.unknownPost`, `.notOwner`, `.changedMeanwhile`.
  func delete(_ id: Int, if condition: PostCondition, by email: String?, at now: Date)
    async throws(StoreError)

  /// Removes posts that an import has added, as if it had not been; a later import brings them again.
  ///
  /// Those that a user has edited, or with replies that came otherwise, stay, with what is above them.
  /// - Parameter ids: the posts, as `ImportResult.new` names them.
  /// - Returns: what has become of them.
  /// - Throws: `StoreError`.
  func takeBack(_ ids: [Int], at now: Date) async throws(StoreError) -> TakenBack

  /// Restores a deleted post, whoever may reply to its parent now.
  ///
  /// A post that is not deleted is returned unchanged.
  ///
  /// - Parameter email: the user who deleted it; nil for any user.
  /// - Throws: `StoreError.unknownPost` if it was deleted too long ago or never existed; `.notOwner`.
  func restore(_ id: Int, by email: String?, at now: Date) async throws(StoreError) -> Post

  /// Moves a post of the user, with its branch, under another post.
  ///
  /// - Parameters:
  ///   - parent: the new parent; nil for the root.
  ///   - repliers: who may reply to the new parent.
  ///   - condition: the required version of the post.
  ///   - now: the current time.
  /// - Throws: `StoreError.unknownPost`, `.unknownParent`, `.notOwner`, `.changedMeanwhile`,
  ///   `.invalidParent`, `.ownRepliesOnly`.
  func move(
    _ id: Int, to parent: Int?, repliers: Access.Repliers, if condition: PostCondition,
    by email: String, at now: Date
  ) async throws(StoreError) -> Post

  /// Purges deleted posts that can no longer be restored, with their pictures.
  ///
  /// Calls that write a post do this, once a minute at most.
  func purgeDeleted(at now: Date) async throws(StoreError)

  // MARK: Users

  /// Returns the owner of the data: the user of the first run; nil before it.
  func owner() async throws(StoreError) -> LocalUser?

  /// Returns the user with this e-mail; nil if there is none.
  func user(_ email: String) async throws(StoreError) -> RegisteredUser?

  /// Returns the profile of a user; nil if there is none.
  func existingProfile(of email: String) async throws(StoreError) -> Post?

  /// Returns the profile of a user; creates an empty one if there is none.
  func profile(of email: String) async throws(StoreError) -> Post

  /// Edits the profile of a user; creates it if there is none.
  ///
  /// Its title becomes the user's name.
  ///
  /// - Parameters:
  ///   - picture: the new picture, if any.
  ///   - condition: the required version of the profile.
  ///   - now: the current time.
  /// - Throws: as `update(_:_:picture:quota:if:by:at:)`, and `StoreError.unknownUser`.
  func writeProfile(
    of email: String, _ change: PostChange, picture: PictureDraft?, quota: Quota,
    if condition: PostCondition, at now: Date
  ) async throws(StoreError) -> Post

  // MARK: Import and export

  /// Returns the places from which files were imported, at most 1,000.
  func importPlaces() async throws(StoreError) -> [String]

  /// Adds the posts of a document atomically, with new numbers in the same order.
  ///
  /// A post of a source that was imported before is updated: title, summary, body and picture, and
  /// the parent if it had none. Posts deleted here or at the source stay as they are.
  /// - Parameters:
  ///   - document: the posts and their authors; unknown authors become users.
  ///   - author: the author of posts without one; becomes a user if necessary.
  ///   - ownership: whether the author becomes the owner of the data.
  /// - Returns: what was added; nil if nothing was, because the data already has an owner.
  /// - Throws: `ImportError`, `StoreError`.
  func add(
    _ document: ImportDocument, by author: LocalUser, ownership: ImportOwnership
  ) async throws -> ImportResult?

  /// Returns a consistent snapshot of all posts.
  func snapshot() async throws(StoreError) -> any StoreSnapshot
}
