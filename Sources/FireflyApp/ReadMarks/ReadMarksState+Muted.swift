import FireflyCore
import FireflyModel

// What is muted by its words or its author is not new. Only a text tells that, so a post counts until its text is known.
extension ReadMarksState {
  /// Maximum number of posts whose texts are asked for, and searched for what is muted, at a time.
  private static let maximumTexts = 100

  /// Forgets which posts are muted.
  mutating func forgetMuted() {
    index.forgetMuted()
    (judged, askedTexts) = ([], [])
  }

  /// Learns which of some posts are muted, each once.
  mutating func learnMuted(_ posts: [Post], _ surroundings: Surroundings) {
    let isAny = surroundings.muted.hasWordsOrPeople
    judge(
      posts.filter { post in
        (isAny || post.filterRemark != nil) && post.hasReadMark && !judged.contains(post.id)
      }, surroundings)
  }

  private mutating func judge(_ posts: [Post], _ surroundings: Surroundings) {
    let (muted, account) = (surroundings.muted, surroundings.account)
    judged.formUnion(posts.lazy.map(\.id))
    for post in posts where muted.hides(post, from: account) { index.mute(post.id) }
  }

  /// Asks for the texts of unread posts that no list has, if anything is muted.
  mutating func findTexts(
    of ids: some Sequence<Post.ID>, _ surroundings: Surroundings
  ) -> [Effect] {
    guard surroundings.muted.hasWordsOrPeople else { return [] }
    let new = ids.filter {
      index.posts.contains($0) && !judged.contains($0) && !askedTexts.contains($0)
    }
    let asked = Array(new.sorted(by: >).prefix(Self.maximumTexts))
    askedTexts.formUnion(asked)
    return asked.isEmpty ? [] : [.readMarks(.findTexts(of: asked, isNews: false))]
  }

  /// Learns whether posts are muted of which only the numbers were known.
  ///
  /// - Parameters:
  ///   - isNews: whether an event has said that they came; then a tab may get a dot.
  ///   - surroundings: what else is known.
  mutating func textsFound(
    _ posts: [Post], isNews: Bool, _ surroundings: Surroundings
  ) -> [Effect] {
    judge(posts, surroundings)
    guard !isNews else {
      let isAnyShown = posts.isEmpty || posts.contains { !index.muted.contains($0.id) }
      return isAnyShown ? [.send(.badges(.postsArrived))] : []
    }
    // The entries of feeds are on this machine.
    let more =
      surroundings.site.has(.subscriptions) ? findTexts(of: index.posts, surroundings) : []
    return more + (isComplete && index.posts.isEmpty ? [.send(.badges(.allRead))] : [])
  }

  /// The unread posts without those that are muted, where the place tells which they are; nil elsewhere.
  var toldNew: [Post.ID]? {
    index.muted.isEmpty ? marks?.told : marks?.told?.filter { !index.muted.contains($0) }
  }
}
