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
  ///   - folder: the folder of an archive, with its pictures; nil if unknown.
  /// - Returns: the posts.
  /// - Throws: `ImportError`.
  static func convert(
    _ data: Data, withPrivate isPrivate: Bool, folder: URL? = nil
  ) throws(ImportError) -> Conversion {
    var tree = ForeignTree("mastodon")
    var known: Set<String> = []
    for answer in try JSONTree(data).objects {
      let notes = answer["orderedItems"].objects
      var statuses = answer["ancestors"].objects + answer["status"].objects
      if answer["content"].text != nil { statuses.append(answer) }
      statuses += answer["descendants"].objects
      for (item, isNote) in statuses.map({ ($0, false) }) + notes.map({ ($0, true) }) {
        guard let (post, isPublic) = isNote ? note(item, folder) : status(item)
        else { continue }
        if let key = post.address ?? post.key, !known.insert(key).inserted {
          // A status and its boost, or two contexts.
          tree.conversion.copies += 1
        } else if isPublic || isPrivate {
          _ = tree.add(post)
        } else {
          tree.conversion.skipped += 1
        }
      }
    }
    return try tree.converted()
  }

  /// Converts a status; a boost is the boosted status.
  private static func status(_ status: JSONTree) -> (ForeignPost, isPublic: Bool)? {
    let status = status["reblog"].isObject ? status["reblog"] : status
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
    let options = status["poll"]["options"].objects.map { ($0["title"], $0["votes_count"]) }
    post.body = body(status["content"].text, options, media)
    let visibility = status["visibility"].words ?? "public"
    return (post, visibility == "public" || visibility == "unlisted")
  }

  /// Converts an activity of an archive; nil if it has no text, such as a boost.
  private static func note(
    _ activity: JSONTree, _ folder: URL?
  ) -> (ForeignPost, isPublic: Bool)? {
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
    let attached = note["attachment"].objects
    let media = attached.compactMap { media -> String? in
      let (url, words) = (media["url"].words, media["name"].words)
      if let link = link(url, words) { return link }
      // In an archive, it is a path.
      let name = words ?? url?.split(separator: "/").last.map(String.init)
      return name.map { "\(isPicture(media) ? "Picture" : "File"): \($0)" }
    }
    if !note["sensitive"].isTrue {
      let files = attached.lazy.filter(isPicture).compactMap { file($0, in: folder) }
      post.picture = files.first.map(ImportedPicture.file)
    }
    let options = (note["oneOf"].objects + note["anyOf"].objects).map {
      ($0["name"], $0["replies"]["totalItems"])
    }
    post.body = body(note["content"].text, options, media)
    let readers: [String] = ["to", "cc"].flatMap { key in
      note[key].list.compactMap(\.text) + [note[key].text ?? ""]
    }
    return (post, readers.contains { everyone.contains($0) })
  }

  private static func isPicture(_ media: JSONTree) -> Bool {
    media["mediaType"].words?.hasPrefix("image/") == true
  }

  /// Returns the file of an attachment: archives name it by a path.
  private static func file(_ media: JSONTree, in folder: URL?) -> URL? {
    guard let folder, let path = media["url"].words,
      let start = path.firstRange(of: "media_attachments/")?.lowerBound
    else { return nil }
    let steps = path[start...].split(separator: "/")
    let file = steps.reduce(folder) { $0.appendingPathComponent(String($1)) }
    let values = try? file.resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true && !steps.contains("..") ? file : nil
  }

  /// Returns a text with the options of a poll and links to media.
  private static func body(
    _ html: String?, _ options: [(JSONTree, votes: JSONTree)], _ media: [String]
  ) -> String {
    let items = options.compactMap { option, votes -> String? in
      let words = option.words?.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      let count = Counted.words(votes.whole, "vote").map { ": \($0)" } ?? ""
      return words.map { "<li>\($0)\(count)</li>" }
    }
    let list = items.isEmpty ? "" : "<ul>\(items.joined())</ul>"
    let text = HTMLText.markdown((html ?? "") + list)
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
