import FireflyCore
import Foundation

/// Why a call to the store failed.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder, or a file in it, can't be created or opened.
  case folder(String, reason: String)
  /// The data can't be read or written; the name of the file or the database, and the reason.
  case unavailable(String, StoreFailure)
  /// Pictures can't be read or written; the name of their storage, and the reason.
  case pictures(String, S3Error)
  /// A later version of Firefly has written the data; the name of the file or the database.
  case newerFormat(String)
  /// There is no user with this e-mail.
  case unknownUser(email: String)
  /// There is no post with this number.
  case unknownPost(Int)
  /// The user has no such device.
  case unknownDevice
  /// Only invited people may register, and this e-mail is not invited.
  case notInvited
  /// Too many codes were requested or guessed; the number of seconds to wait.
  ///
  /// `isOfOthers`: others have used up what the network, or everyone, may use together.
  case tooManyAttempts(seconds: Int, isOfOthers: Bool)
  /// The user has reached their quota; a message, and the number of seconds to wait.
  case overQuota(String, seconds: Int)
  /// The owner of the data can't be removed.
  case isOwner
  /// The post belongs to another user.
  case notOwner
  /// Only its author may reply to the parent.
  case ownRepliesOnly
  /// The parent with this number does not exist.
  case unknownParent(Int)
  /// The post has been edited since the client read it; its current version.
  case changedMeanwhile(Post)
  /// The post can't have this parent; the reason as a sentence.
  case invalidParent(String)
  /// The post that was created with this key has been deleted.
  case deletedMeanwhile
  /// The picture is not a PNG, JPEG, GIF or WebP, or larger than 16 MB.
  case invalidPicture
  /// A picture is damaged, so that it can't be shown, or its metadata not removed.
  case damagedPicture
  /// The picture ends early.
  case cutPicture
  /// The picture has more pixels than Firefly shows.
  case largePicture(PixelSize)
  /// The search exceeded its time limit.
  case searchTooLong
  /// Too many searches are waiting.
  case tooManySearches
  /// The task was cancelled, because its caller has gone.
  case cancelled
  /// The tree has too many levels for nested JSON.
  case tooDeepToNest(levels: Int)

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .folder(let path, let reason):
      // Foundation's reasons end with a full stop, the system's don't.
      """
      \(path) can't be used: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Name \
      another folder with --data.
      """
    case .unavailable(let path, let failure): failure.message(about: path)
    case .pictures(let storage, let failure): failure.message(about: storage)
    case .newerFormat(let path):
      """
      \(path) was written by a later version of Firefly. Use that version, or name other data with --data or \
      --database.
      """
    case .unknownUser(let email): "User not found: \(email)"
    case .unknownPost: "Post not found"
    case .unknownDevice: "Device not found"
    case .notInvited:
      "This e-mail is not invited here. Ask the server's administrator for an invitation."
    case .tooManyAttempts(let seconds, let isOfOthers):
      (isOfOthers ? "Others in your network asked for many codes." : "Too many attempts.")
        + " Wait \(Self.span(seconds)), then ask for a new code."
    case .overQuota(let sentences, _): sentences
    case .isOwner: "The owner of the database can't be removed."
    case .notOwner: "You can only edit your own posts"
    case .ownRepliesOnly: "Only the author of a post can reply to it here."
    case .unknownParent(let id): "Post \(id), the parent of this reply, no longer exists."
    case .changedMeanwhile: "The post has changed since it was read."
    case .invalidParent(let sentence): sentence
    case .deletedMeanwhile: "This post was already created, and has been deleted since."
    case .damagedPicture:
      "The picture is damaged. Send another copy."
    case .cutPicture: "The picture ends in the middle. Send a whole copy."
    case .largePicture(let size):
      """
      The picture has \(size.width) × \(size.height) pixels, too many. At most \
      \(PictureLimits().pixels / 1_000_000) million can be shown, and \(PictureLimits().side) on a side.
      """
    case .invalidPicture: "The picture must be a PNG, JPEG, GIF or WebP file of at most 16 MB."
    case .searchTooLong: "This search takes too long. Use fewer or rarer words."
    case .tooManySearches: "Too many searches are waiting. Try again in a moment."
    case .cancelled: "Cancelled."
    case .tooDeepToNest(let levels):
      "The tree has \(levels) levels, too many to nest. Use --flat for one post per line."
    }
  }
}

extension StoreError {
  /// The tree would have too many levels.
  static let tooDeep = StoreError.invalidParent(
    "A tree can't have more than \(StoreLimits.levels) levels.")

  /// Whether a new post was refused for its parent.
  var isRefusal: Bool {
    switch self {
    case .unknownParent, .invalidParent, .ownRepliesOnly: true
    default: false
    }
  }

  /// Returns a duration in words, rounded up.
  private static func span(_ seconds: Int) -> String {
    switch seconds {
    case ...90: "a minute"
    case ...5_400: "\((seconds + 59) / 60) minutes"
    default: "\((seconds + 3_599) / 3_600) hours"
    }
  }

  package static func folder(_ path: String, systemError number: Int32) -> StoreError {
    .folder(path, reason: OwnFiles.reason(number, at: path))
  }
}
