import FireflyCore
import FireflyForeign
import FireflyText
import FireflyTransfer
import Foundation

/// Converts the `outbox.json` of an archive of Mastodon.
enum MastodonArchive {
  private static let everyone = [
    "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public",
  ]

  /// Converts activities.
  /// - Parameters:
  ///   - data: JSON.
  ///   - isPrivate: whether to take direct and followers-only posts, too.
  ///   - folder: the folder of the archive, with its pictures; nil if unknown.
  /// - Returns: the posts.
  static func convert(
    _ data: Data, withPrivate isPrivate: Bool, folder: URL? = nil
  ) throws(ImportError) -> Conversion {
    var tree = ForeignTree("mastodon")
    var known: Set<String> = []
    let author = author(in: folder)
    for activity in try JSONTree(data).objects.flatMap({ $0["orderedItems"].objects }) {
      guard let (found, isPublic) = note(activity, folder, &tree.conversion.leftOut) else {
        continue
      }
      var post = found
      if let author {
        post.authorName = author.name
        post.authorEmail = address(author.account)
      }
      if let key = post.key, !known.insert(key).inserted {
        tree.conversion.copies += 1
      } else if isPublic || isPrivate {
        _ = tree.add(post)
      } else {
        tree.conversion.skipped += 1
      }
    }
    // What it answers is on another server.
    var linked = 0
    for index in tree.posts.indices {
      guard let above = tree.posts[index].parentKey, !known.contains(above),
        case let link = WebPost.body(link: above, text: nil), !link.isEmpty
      else { continue }
      linked += 1
      let words = [tree.posts[index].body, "In reply to \(link)"]
      tree.posts[index].body = words.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
    var conversion = try tree.converted()
    conversion.unresolvedLinks -= linked
    return conversion
  }

  /// Returns the owner of the archive, by its `actor.json`; nil if there is none.
  private static func author(in folder: URL?) -> (name: String, account: String)? {
    guard let file = folder?.appendingPathComponent("actor.json"),
      let data = try? Data(contentsOf: file), data.count < 1 << 20, let actor = try? JSONTree(data),
      let handle = actor["preferredUsername"].words
    else { return nil }
    let host = actor["id"].words.flatMap { URLComponents(string: $0)?.host } ?? "unknown"
    return (actor["name"].words ?? handle, "\(handle)@\(host)")
  }

  /// Converts an activity of an archive; nil if it has no text, such as a boost.
  private static func note(
    _ activity: JSONTree, _ folder: URL?, _ leftOut: inout Tally
  ) -> (ImportedPost, isPublic: Bool)? {
    let note = activity["object"]
    guard activity["type"].text != "Announce" else {
      leftOut.add("boost", named: note.text ?? note["id"].text)
      return nil
    }
    guard note.isObject, note["content"].text != nil else { return nil }
    var post = ImportedPost(key: note["id"].key, parentKey: note["inReplyTo"].words)
    let actor = note["attributedTo"].words ?? activity["actor"].words
    post.authorName = actor.flatMap { $0.split(separator: "/").last.map(String.init) }
    if let actor, let host = URLComponents(string: actor)?.host, let name = post.authorName {
      post.authorEmail = address("\(name)@\(host)")
    }
    post.createdAt = note["published"].date
    post.summary = note["summary"].words
    let media = note["attachment"].objects.compactMap { media -> String? in
      let (url, words) = (media["url"].words, media["name"].words)
      // In an archive, it is a path.
      let name = url?.split(separator: "/").last.map(String.init) ?? ""
      if isPicture(media), let file = file(media, in: folder) {
        // The card shows the first one, unless it is sensitive.
        let isFirst = post.picture == nil && !note["sensitive"].isTrue
        if isFirst { post.picture = .file(file) }
        if isFirst, words == nil { return nil }
        return post.show(.file(file), orElse: name).map {
          BodyPicture.markdown(words ?? name, at: $0)
        }
      }
      leftOut.addFile(name, type: media["mediaType"].words ?? "")
      if let link = link(url, words) { return link }
      let title = words ?? name
      return title.isEmpty ? nil : "\(isPicture(media) ? "Picture" : "File"): \(title)"
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
    let name = "media_attachments"
    guard let path = media["url"].words, let start = path.firstRange(of: name + "/")?.lowerBound,
      let steps = ForeignPath.steps(path[start...]), steps.first == name
    else { return nil }
    return folder?.file(at: steps)
  }

  /// Returns a text with the options of a poll and links to media.
  private static func body(
    _ html: String?, _ options: [(JSONTree, votes: JSONTree)], _ media: [String]
  ) -> String {
    let items = options.compactMap { option, votes -> String? in
      let words = option.words.map(MarkdownHTML.escape)
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
