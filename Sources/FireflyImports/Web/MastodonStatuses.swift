import FireflyServer
import FireflySources
import Foundation

/// Converts statuses of Mastodon: one, a list, a context with `ancestors` and `descendants`, or the
/// `outbox.json` of an archive.
enum MastodonStatuses {
  private static let everyone = [
    "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public",
  ]

  /// Converts statuses.
  /// - Parameters:
  ///   - data: JSON.
  ///   - isPrivate: whether to take direct and followers-only posts, too.
  /// - Returns: the posts.
  /// - Throws: `ImportError`.
  static func convert(_ data: Data, withPrivate isPrivate: Bool) throws(ImportError) -> Conversion {
    var tree = ForeignTree("mastodon")
    for answer in try JSONTree(data).objects {
      let notes = answer["orderedItems"].objects
      var statuses = answer["ancestors"].objects + answer["status"].objects
      if answer["content"].text != nil { statuses.append(answer) }
      statuses += answer["descendants"].objects
      for (item, isNote) in statuses.map({ ($0, false) }) + notes.map({ ($0, true) }) {
        guard let (post, isPublic) = isNote ? note(item) : status(item) else { continue }
        if isPublic || isPrivate { _ = tree.add(post) } else { tree.conversion.skipped += 1 }
      }
    }
    return try tree.converted()
  }

  private static func status(_ status: JSONTree) -> (ForeignPost, isPublic: Bool)? {
    var post = ForeignPost(key: status["id"].key, parent: status["in_reply_to_id"].key)
    post.address = status["uri"].words
    let account = status["account"]
    post.author = account["display_name"].words ?? account["acct"].words
    if let name = account["acct"].words { post.email = address(name) }
    post.date = status["created_at"].date
    post.summary = status["spoiler_text"].words
    let media = status["media_attachments"].objects.compactMap { media in
      link(media["url"].words, media["description"].words)
    }
    post.body = body(status["content"].text, media)
    let visibility = status["visibility"].words ?? "public"
    return (post, visibility == "public" || visibility == "unlisted")
  }

  /// Converts an activity of an archive; nil if it has no text, such as a boost.
  private static func note(_ activity: JSONTree) -> (ForeignPost, isPublic: Bool)? {
    let note = activity["object"]
    guard note.isObject, note["content"].text != nil else { return nil }
    var post = ForeignPost(key: note["id"].key, parent: note["inReplyTo"].words)
    let actor = note["attributedTo"].words ?? activity["actor"].words
    post.author = actor.flatMap { $0.split(separator: "/").last.map(String.init) }
    if let actor, let host = URLComponents(string: actor)?.host, let name = post.author {
      post.email = address("\(name)@\(host)")
    }
    post.date = note["published"].date
    post.summary = note["summary"].words
    let media = note["attachment"].objects.compactMap { media in
      link(media["url"].words, media["name"].words)
    }
    post.body = body(note["content"].text, media)
    let readers: [String] = ["to", "cc"].flatMap { key in
      note[key].list.compactMap(\.text) + [note[key].text ?? ""]
    }
    return (post, readers.contains { everyone.contains($0) })
  }

  private static func body(_ html: String?, _ media: [String]) -> String {
    let text = html.map { HTMLText.markdown($0) } ?? ""
    return ([text] + media).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func link(_ url: String?, _ words: String?) -> String? {
    let link = WebPost.body(link: url, text: nil)
    return link.isEmpty ? nil : [words, link].compactMap(\.self).joined(separator: ": ")
  }

  /// `ada@example.org` is an account, and must not look like an e-mail.
  static func address(_ account: String) -> String {
    account.replacing("@", with: ".at.") + "@mastodon.invalid"
  }
}
