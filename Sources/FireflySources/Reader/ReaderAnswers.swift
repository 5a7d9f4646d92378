import FireflyCore

/// The numbers of entries in a stream.
///
/// What has no list of them is no such answer: an empty array, or null, does not say that there are none.
struct ReaderIDs: Decodable, Sendable {
  struct Ref: Decodable, Sendable {
    let id: ReaderEntryID
  }

  let refs: LossyList<Ref>
  @Lenient var continuation: ReaderWord?

  private enum CodingKeys: String, CodingKey {
    case refs = "itemRefs"
    case continuation
  }
}

/// A word, which may be written as a number.
struct ReaderWord: Decodable, Hashable, Sendable {
  let text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    text = try (try? value.decode(Int64.self)).map { "\($0)" } ?? value.decode(String.self)
  }
}

/// The feeds of an account.
struct ReaderSubscriptions: Decodable, Sendable {
  let subscriptions: LossyList<ReaderSubscription>
}

struct ReaderSubscription: Decodable, Sendable {
  struct Category: Decodable, Sendable {
    @Lenient var id: String?
    @Lenient var label: String?

    /// The name of the folder; nil for a state, such as starred.
    var folder: String? {
      if let label, !label.isEmpty { return label }
      guard let id, let start = id.range(of: "/label/") else { return nil }
      return String(id[start.upperBound...])
    }
  }

  /// The name of the stream, such as `feed/2`.
  let id: String
  @Lenient var title: String?
  @Lenient var categories: [Category]
  @Lenient var url: String?
  @Lenient var site: String?
  @Lenient var icon: String?

  private enum CodingKeys: String, CodingKey {
    case id, title, categories, url
    case site = "htmlUrl"
    case icon = "iconUrl"
  }
}

/// Whose the token is.
struct ReaderUser: Decodable, Sendable {
  private struct NoUser: Error {}

  /// The number or name that stays.
  let id: String
  let name: String

  private enum CodingKeys: String, CodingKey {
    case id = "userId"
    case name = "userName"
    case email = "userEmail"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func word(_ key: CodingKeys) -> String? {
      let word = fields.decode(Lenient<ReaderWord?>.self, forKey: key).wrappedValue
      return word.map { ForeignText.cleanLine($0.text, limit: 254) }.flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    let names = [word(.name), word(.email), word(.id)].compactMap(\.self)
    guard let name = names.first else { throw NoUser() }
    (self.name, id) = (name, word(.id) ?? name)
  }
}

/// Entries with their texts.
struct ReaderItems: Decodable, Sendable {
  let items: LossyList<ReaderItem>
}

struct ReaderItem: Decodable, Sendable {
  struct Address: Decodable, Sendable {
    @Lenient var href: String?
  }

  struct Origin: Decodable, Sendable {
    @Lenient var stream: String?
    @Lenient var site: String?
    @Lenient var title: String?

    private enum CodingKeys: String, CodingKey {
      case stream = "streamId"
      case site = "htmlUrl"
      case title
    }
  }

  struct Content: Decodable, Sendable {
    @Lenient var content: String?
  }

  struct Enclosure: Decodable, Sendable {
    @Lenient var href: String?
    @Lenient var type: String?
    @Lenient var length: Int?
  }

  let id: ReaderEntryID
  @Lenient var title: String?
  @Lenient var author: String?
  @Lenient var published: Int?
  @Lenient var canonical: [Address]
  @Lenient var alternate: [Address]
  @Lenient var origin: Origin?
  @Lenient var summary: Content?
  @Lenient var content: Content?
  @Lenient var enclosure: [Enclosure]

  /// Bytes of its text.
  var size: Int { [summary, content].reduce(0) { $0 + ($1?.content?.utf8.count ?? 0) } }
}
