import FireflyCore
import FireflyModel
import Foundation

// Drafts whose post or parent was deleted.
extension PostLoader {
  /// Finds drafts whose post or parent was deleted, and a new target for each.
  ///
  /// Drafts that can't be checked now are left out, and checked at the next start.
  package func orphans(among drafts: [Draft]) async -> [OrphanedDraft] {
    var orphans: [OrphanedDraft] = []
    for draft in drafts {
      switch draft.key.target {
      case .edit(let id):
        guard await isGone(id), let target = await newTarget(for: draft) else { continue }
        orphans.append(OrphanedDraft(draft, target: target))
      case .newPost(let parent?):
        guard await isGone(parent) else { continue }
        orphans.append(OrphanedDraft(draft, target: .newPost(below: nil)))
      case .newPost(nil), .newQuery, .profile: continue
      }
    }
    return orphans
  }

  private func isGone(_ id: Post.ID) async -> Bool {
    if case .failure(let failure) = await post(id) { failure.kind == .missing } else { false }
  }

  /// Returns the new target for the draft of a deleted post: under the same parent if that exists
  /// and accepts replies, else at the top level; nil if unknown.
  private func newTarget(for draft: Draft) async -> DraftTarget? {
    if draft.template == Post.Template.query.name { return .newQuery }
    // Where other people read a new post than a reply, a reply never becomes one.
    guard draft.delivery.readers == nil || draft.parent == nil else { return nil }
    guard let parent = draft.parent else { return .newPost(below: nil) }
    switch await post(parent) {
    case .success(let post):
      guard post.canHaveReplies(by: draft.key.account) else { return .newPost(below: nil) }
      if post.isOwned(by: draft.key.account) { return .newPost(below: parent) }
      return .newPost(below: await abilities()?.restrictsReplies == true ? nil : parent)
    case .failure(let failure): return failure.kind == .missing ? .newPost(below: nil) : nil
    }
  }
}

extension DraftConversion {
  /// Turns a draft into one of a new post.
  ///
  /// - Parameters:
  ///   - saves: whether the post is saved next.
  ///   - store: nil if drafts are not stored.
  package init(_ draft: Draft, as target: DraftTarget, saves: Bool, in store: DraftStore?) async {
    guard let store else {
      let key = Draft.Key(server: draft.key.server, account: draft.key.account, target: target)
      let renewed = draft.converted(to: key, idempotencyKey: UUID().uuidString.lowercased())
      self.init(of: draft.key, renewed, saves: saves)
      return
    }
    let (renewed, problem) = await store.renew(draft, as: target)
    self.init(of: draft.key, renewed, complaint: problem?.description, saves: saves)
  }
}
