import FireflyClient
import FireflyCore
import FireflyModel
import FireflyText

extension PrintedList where Item == Post {
  /// The fields of posts.
  ///
  /// - Parameters:
  ///   - name: what they are called.
  ///   - site: where they are.
  ///   - isUnread: whether a post counts as unread; nil, also as an answer, where that is not known.
  static func posts(
    _ name: String = "posts", at site: Site, isUnread: (@Sendable (Post) -> Bool?)? = nil
  ) -> PrintedList {
    PrintedList(
      name: name,
      fields: [
        ("id", { .number($0.id) }), ("parent", { $0.realParentID.map(PrintedValue.number) }),
        ("kind", { .text($0.template.name) }), ("title", { .text($0.title) }),
        // The line of facts stands in fields of its own.
        ("summary", { .text($0.stated == nil ? $0.summary : "") }), ("body", { .text($0.body) }),
        ("author", { ($0.facts.author ?? $0.byline).map(PrintedValue.text) }),
        ("handle", { $0.authorEmail.map(PrintedValue.text) }),
        ("date", { $0.createdAt.map(PrintedValue.date) }),
        ("edited", { $0.facts.isEdited ? .flag(true) : nil }),
        ("unread", { post in isUnread?(post).map(PrintedValue.flag) }),
        ("replies", { .number($0.replyCount(at: site) ?? 0) }),
        ("points", { $0.facts.points.map(PrintedValue.number) }),
        ("place", { $0.facts.place.map(PrintedValue.text) }),
        ("link", { ($0.facts.link ?? $0.service?.link).map(PrintedValue.text) }),
        (
          "labels",
          { post in
            post.facts.labels.isEmpty ? nil : .list(post.facts.labels.map(PrintedValue.text))
          }
        ),
        ("pictures", { $0.printedPictures }), ("recordings", { $0.printedRecordings }),
        ("readers", { $0.service?.readers.map { .text($0.rawValue) } }),
        ("language", { $0.service?.language.map(PrintedValue.text) }),
        (
          "relation",
          { post in
            post.facts.relation.map { .list($0.words.map(PrintedValue.text)) }
          }
        ),
        ("location", { $0.locationTag.map(PrintedValue.text) }),
      ])
  }
}

/// How posts of a place are printed for programs.
struct PrintedPosts: Sendable {
  private let fields: [PrintedList<Post>.Field]
  private let hasAll: Bool

  fileprivate init(_ fields: [PrintedList<Post>.Field], hasAll: Bool) {
    (self.fields, self.hasAll) = (fields, hasAll)
  }

  /// Returns the fields of a post as JSON, with its children.
  func item(_ post: Post) -> PrintedItem {
    PrintedItem(post, fields, hasAll: hasAll, children: post.children?.map(item))
  }

  /// The fields of a post in a line.
  func line(of post: Post) -> [String] { fields.map { $0.value(post)?.line ?? "" } }
}

extension ListOptions {
  /// Returns all fields of a post as JSON.
  static func all(of post: Post, at site: Site) -> PrintedItem {
    PrintedPosts(PrintedList.posts(at: site).fields, hasAll: false).item(post)
  }

  /// Checks the names of fields of posts, before anything is opened.
  ///
  /// - Throws: `ValidationError` for a name that no field has.
  func checkPosts() throws { try check(.posts(at: .own(as: .signedOut))) }

  /// Returns how posts are printed.
  ///
  /// - Throws: `ValidationError` for an unknown field.
  func posts(_ context: CommandContext, _ connection: Connection) throws -> PrintedPosts {
    let asks = json && fields == nil || fields?.contains("unread") == true
    let isUnread = asks ? UnreadPosts.afterALook(context, connection, begins: false)?.known : nil
    return PrintedPosts(
      try chosen(of: .posts(at: connection.site, isUnread: isUnread)), hasAll: fields != nil)
  }
}

extension PrintedList where Item == LaterFile.Entry {
  /// The fields of posts that are saved for later, of all places.
  static var later: PrintedList {
    PrintedList(
      name: "posts",
      fields: [
        ("id", { .number($0.post.id) }), ("title", { .text($0.post.words.label) }),
        ("body", { .text($0.post.body) }),
        ("author", { $0.post.byline.map(PrintedValue.text) }),
        ("date", { $0.post.createdAt.map(PrintedValue.date) }),
        ("server", { .text($0.source) }), ("address", { $0.address.map(PrintedValue.text) }),
      ])
  }
}

extension Post {
  /// The pictures that it shows, the one of its card first, with what is on them.
  fileprivate var printedPictures: PrintedValue? {
    var known: Set<String> = []
    let own = (imageURL ?? service?.hiddenPicture).map { ($0, pictureWords ?? "") }
    let inText = MarkdownPictures.list(in: body).filter { !$0.isName }.map {
      ($0.address, BodyPicture.words(ofPicture: $0.address, in: body) ?? "")
    }
    // A service has them beside the text.
    let beside = service?.pictures?.filter { !$0.isFilm }.map {
      ($0.file.isEmpty ? $0.page : $0.file, $0.description)
    }
    let all = (beside.flatMap { $0.isEmpty ? nil : $0 } ?? [own].compactMap(\.self)) + inText
    let records = all.filter { known.insert($0.0).inserted }.map { address, words in
      PrintedValue.record(["address": address, "description": words])
    }
    return records.isEmpty ? nil : .list(records)
  }

  fileprivate var printedRecordings: PrintedValue? {
    let records = facts.recordings.map {
      PrintedValue.record(["address": $0.address, "title": $0.title])
    }
    return records.isEmpty ? nil : .list(records)
  }
}
