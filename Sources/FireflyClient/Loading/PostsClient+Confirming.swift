import FireflyAPI
import FireflyCore
import Foundation

/// The number of recent posts to search for an unconfirmed one.
private let recent = 50
/// Seconds by which clocks may differ: a post of this time before it was sent may be it, and the user decides.
private let clocks = 86_400.0

// Finds out what happened to a request whose response was lost.
extension PostsClient {
  /// Returns the post created from an unconfirmed version of a new draft, and the words of that version; nil if
  /// there is none.
  ///
  /// A post that was there before the draft was sent is another one, whatever its words; where it isn't known which
  /// were there, the time says it. It tries twice, because some servers report existing posts as missing under load.
  ///
  /// - Throws: `APIError`; `mayBeThere` if that can't be known.
  package func post(madeOf draft: Draft) async throws(APIError) -> (post: Post, words: PostText)? {
    if let created, case .newPost(let parent) = draft.key.target {
      for words in draft.unconfirmed {
        var form = PostForm(draft, words: words)
        form.parentID = parent
        if let post = try await created(form, draft.delivery) { return (post, words) }
      }
      return nil
    }
    // A feed that is followed twice is followed once.
    if draft.key.target.isNew, draft.template == Post.Template.profile.name { return nil }
    let sentAt = Date(timeIntervalSince1970: draft.delivery.sentAt ?? 0)
    let earlier = draft.delivery.sentAfter
    let since = earlier == nil ? sentAt : sentAt - clocks
    var doubt: Post?
    for isLast in [false, true] {
      let posts = try await ownPosts(beside: draft).filter { post in
        earlier?.contains(post.id) != true && draft.unconfirmed.contains(where: post.words.isSame)
      }
      if let post = posts.first(where: { $0.createdAt.map { $0 >= since } ?? true }) {
        return (post, post.words)
      }
      doubt = doubt ?? posts.first { $0.createdAt.map { $0 >= sentAt - clocks } ?? true }
      if !isLast { try? await Task.sleep(for: .seconds(0.3)) }
    }
    if let doubt { throw .mayBeThere(on: "The server", page: "post \(doubt.id)") }
    return nil
  }

  /// Returns the user's posts among which a new draft will be, before it is first sent; nil if the server creates no
  /// second post for its key, or they can't be known.
  ///
  /// - Throws: `APIError` if the server can't be asked.
  package func posts(before draft: Draft) async throws(APIError) -> [Post.ID]? {
    do throws(APIError) {
      guard try await !keepsKeys() else { return nil }
      if let posted, case .newPost(let parent) = draft.key.target {
        var form = PostForm(draft, words: draft.words)
        form.parentID = parent
        return try await posted(form)
      }
      return try await ownPosts(beside: draft).map(\.id)
    } catch {
      switch error {
      case .unreachable, .timedOut, .cancelled: throw error
      default: return nil
      }
    }
  }

  /// Loads the user's posts under the parent of a draft, or the newest ones.
  private func ownPosts(beside draft: Draft) async throws(APIError) -> [Post] {
    let page =
      if case .newPost(let parent?) = draft.key.target {
        try await children(parent, 1)
      } else {
        try await recentPosts(draft.template, .mine, nil, recent)
      }
    return page.posts.filter { $0.isOwned(by: draft.key.account) }
  }

  /// Deletes a post.
  ///
  /// Where the answer is lost, it looks whether the post is gone; also where the server knows no such post, or no such
  /// request.
  package func deletion(of id: Post.ID) async -> Deletion {
    let reason: APIError
    do {
      try await delete(id)
      return .done
    } catch {
      reason = error
    }
    let isUnknown = if case .status(404, _) = reason { true } else { false }
    guard reason.mayHaveArrived || isUnknown else { return .failed(reason) }
    // Twice: some servers report existing posts as missing under load.
    for _ in 0..<2 {
      do {
        _ = try await version(id)
        return .failed(
          isUnknown ? .notOffered("The server has this post, but can't delete it (404).") : reason)
      } catch .status(404, _), .status(410, _) {
        continue
      } catch {
        return .unconfirmed(reason)
      }
    }
    return .done
  }

  /// Moves a post under another one, or to the top level.
  ///
  /// Where the answer is lost, it looks where the post is.
  func confirmedMove(_ id: Post.ID, to parent: Post.ID?) async throws(APIError) -> Post {
    do { return try await move(id, parent) } catch {
      guard error.mayHaveArrived, let post = try? await post(id, false),
        post.realParentID == parent
      else { throw error }
      return post
    }
  }

  /// Restores a deleted post.
  ///
  /// Where the answer is lost, it looks whether the post is there.
  package func confirmedRestoration(of id: Post.ID) async throws(APIError) -> Post {
    do { return try await restore(id) } catch {
      guard error.mayHaveArrived, let post = try? await post(id, false) else { throw error }
      return post
    }
  }
}

/// The result of deleting a post.
package enum Deletion: Hashable, Sendable {
  /// The post no longer exists.
  case done
  /// The post is still there.
  case failed(APIError)
  /// The response was lost, and the server can't be reached.
  case unconfirmed(APIError)
}

extension PostText {
  /// Returns whether two versions are the same to a server: servers trim texts, and received texts
  /// are sanitized and cut.
  func isSame(as other: PostText) -> Bool { received == other.received }

  /// The texts as they come back from a server that trims them.
  var received: PostText {
    func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
    let post = Post(id: 0, title: title, summary: summary, body: body).cleaned()
    return PostText(
      title: trimmed(post.title), summary: trimmed(post.summary), body: trimmed(post.body))
  }
}
