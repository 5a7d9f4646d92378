import Synchronization

/// The pictures that users are sending: their number and their bytes, of each user.
package final class PictureUploads: Sendable {
  /// Number of pictures that a user sends at a time.
  package static let maximumOfUser = 2

  private struct Sent {
    var count = 0
    var bytes = 0
  }

  private let users = Mutex<[String: Sent]>([:])

  package init() {}

  /// Begins an upload.
  ///
  /// - Returns: the upload, which ends when it is dropped; nil if the user sends too many already.
  package func begin(_ user: String) -> PictureUpload? {
    let isFull = users.withLock { users in
      guard users[user, default: Sent()].count < Self.maximumOfUser else { return true }
      users[user, default: Sent()].count += 1
      return false
    }
    return isFull ? nil : PictureUpload(user, of: self)
  }

  /// Counts bytes; returns those of all uploads of the user.
  fileprivate func add(_ count: Int, of user: String) -> Int {
    users.withLock { users in
      users[user, default: Sent()].bytes += count
      return users[user]?.bytes ?? 0
    }
  }

  fileprivate func end(_ user: String, bytes: Int) {
    users.withLock { users in
      guard var sent = users[user] else { return }
      sent.count -= 1
      sent.bytes -= bytes
      users[user] = sent.count == 0 ? nil : sent
    }
  }
}

/// A picture that a user is sending, until it is stored or dropped.
package final class PictureUpload: Sendable {
  private struct State {
    var bytes = 0
    var room = Int.max
  }

  private let user: String
  private let uploads: PictureUploads
  private let state = Mutex(State())

  fileprivate init(_ user: String, of uploads: PictureUploads) {
    (self.user, self.uploads) = (user, uploads)
  }

  deinit { uploads.end(user, bytes: state.withLock(\.bytes)) }

  /// Sets how many bytes the user may store.
  package func allow(_ room: Int?) { state.withLock { $0.room = room ?? .max } }

  /// Counts bytes that have arrived.
  ///
  /// - Parameter count: their number.
  /// - Returns: whether the user may store them, together with those of other uploads.
  package func add(_ count: Int) -> Bool {
    state.withLock { state in
      state.bytes += count
      return uploads.add(count, of: user) <= state.room
    }
  }
}
