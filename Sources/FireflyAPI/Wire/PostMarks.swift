import FireflyCore

/// What an account has read and saved on a server, the same on all its machines: the extension `marks`.
///
/// In JSON the sets are texts, such as `0-120,130`.
package struct PostMarks: Hashable, Sendable {
  /// Maximum number of ranges in each set; of more, the lowest are joined, so that the oldest posts between them
  /// count as read.
  package static let maximumRanges = 10_000
  /// Maximum number of saved posts; of more, the oldest are dropped.
  package static let maximumSaved = 1_000

  /// Grows with each change; 0 before the first one.
  package var version = 0
  /// The highest number at the account's first contact, up to which all is read; nil while unknown.
  package var first: Int?
  /// Numbers of read posts.
  package var read = NumberRanges()
  /// Numbers of posts that were marked unread.
  package var unread = NumberRanges()
  /// Numbers of posts that are saved for later.
  package var saved = NumberRanges()

  /// Creates the marks of an account that has none.
  package init() {}

  /// A change of the marks: of each post the last mark counts.
  package struct Change: Hashable, Sendable {
    /// Maximum number of ranges in each set of one request.
    package static let maximumRanges = 400

    /// The highest number at the first contact; ignored if there was one.
    package var first: Int?
    /// Posts that were read.
    package var read = NumberRanges()
    /// Posts that are unread again.
    package var unread = NumberRanges()
    /// Posts that are saved.
    package var saved = NumberRanges()
    /// Posts that are saved no longer.
    package var unsaved = NumberRanges()

    /// Creates a change of nothing.
    package init() {}
  }

  /// Applies a change, without a new version.
  package mutating func apply(_ change: Change) {
    first = first ?? change.first
    NumberRanges.move(change.read, from: &unread, to: &read)
    NumberRanges.move(change.unread, from: &read, to: &unread)
    saved.formUnion(change.saved)
    saved.subtract(change.unsaved)
    read.joinLowest(to: Self.maximumRanges)
    unread.removeLowest(to: Self.maximumRanges)
    saved.keepHighest(Self.maximumSaved)
  }
}

extension PostMarks {
  /// Returns what has changed from these marks to others.
  package func change(to new: PostMarks) -> Change {
    var change = Change()
    change.first = first == nil ? new.first : nil
    change.read = new.read.subtracting(read)
    // What is no longer marked unread, and no longer known otherwise, is read.
    change.read.formUnion(unread.subtracting(new.unread))
    change.unread = new.unread.subtracting(unread)
    change.saved = new.saved.subtracting(saved)
    change.unsaved = saved.subtracting(new.saved)
    return change
  }
}

extension PostMarks.Change {
  /// Whether it changes nothing.
  package var isEmpty: Bool { self == Self() }

  /// Adds a later change.
  package mutating func add(_ other: Self) {
    first = first ?? other.first
    NumberRanges.move(other.read, from: &unread, to: &read)
    NumberRanges.move(other.unread, from: &read, to: &unread)
    NumberRanges.move(other.saved, from: &unsaved, to: &saved)
    NumberRanges.move(other.unsaved, from: &saved, to: &unsaved)
  }

  /// Returns the marks that some marks give the same posts.
  package func restated(by marks: PostMarks) -> Self {
    var (change, touched) = (Self(), read)
    touched.formUnion(unread)
    // What is neither was read by its place in the order.
    change.unread = touched.subtracting(touched.subtracting(marks.unread))
    change.read = touched.subtracting(change.unread)
    touched = saved
    touched.formUnion(unsaved)
    change.unsaved = touched.subtracting(marks.saved)
    change.saved = touched.subtracting(change.unsaved)
    return change
  }

  /// The part of it that one request can have.
  package var part: Self {
    var part = self
    for set in [\Self.read, \.unread, \.saved, \.unsaved] {
      part[keyPath: set] = part[keyPath: set].prefix(Self.maximumRanges)
    }
    return part
  }
}

extension NumberRanges {
  fileprivate static func move(_ numbers: Self, from old: inout Self, to new: inout Self) {
    old.subtract(numbers)
    new.formUnion(numbers)
  }
}

/// The body of `PATCH /api/marks`.
package struct MarksRequest: Codable, Hashable, Sendable {
  /// The version that the change is made to; if there is a newer one, nothing is changed.
  package var version: Int
  /// The change.
  package var change: PostMarks.Change

  /// Creates a body.
  package init(_ change: PostMarks.Change, to version: Int) {
    (self.change, self.version) = (change, version)
  }

  private enum Key: String, CodingKey { case version }

  /// Decodes; sets that are missing are empty.
  package init(from decoder: any Decoder) throws {
    version = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .version)
    change = try PostMarks.Change(from: decoder)
  }

  /// Encodes.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(version, forKey: .version)
    try change.encode(to: encoder)
  }
}

/// The response to both calls of `/api/marks`.
package struct MarksResponse: Codable, Hashable, Sendable {
  /// The marks as they are now.
  package var marks: PostMarks
  /// Whether the change was made; nil if none was requested.
  package var isApplied: Bool?

  /// Creates a response.
  package init(_ marks: PostMarks, isApplied: Bool? = nil) {
    (self.marks, self.isApplied) = (marks, isApplied)
  }

  private enum Key: String, CodingKey { case applied }

  /// Decodes.
  package init(from decoder: any Decoder) throws {
    marks = try PostMarks(from: decoder)
    isApplied = try decoder.container(keyedBy: Key.self).decodeIfPresent(
      Bool.self, forKey: .applied)
  }

  /// Encodes.
  package func encode(to encoder: any Encoder) throws {
    try marks.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(isApplied, forKey: .applied)
  }
}

extension PostMarks: Codable {
  /// Decodes; sets that are missing are empty.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: MarksKey.self)
    version = try fields.decode(Int.self, forKey: .version)
    guard version >= 0 else { throw fields.damaged(.version) }
    first = try fields.number(.first)
    (read, unread) = (try fields.ranges(.read), try fields.ranges(.unread))
    saved = try fields.ranges(.saved)
  }

  /// Encodes.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: MarksKey.self)
    try fields.encode(version, forKey: .version)
    try fields.encodeIfPresent(first, forKey: .first)
    for (key, set) in [(MarksKey.read, read), (.unread, unread), (.saved, saved)] {
      try fields.encode(set.text, forKey: key)
    }
  }
}

extension PostMarks.Change: Codable {
  /// Decodes; sets that are missing are empty.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: MarksKey.self)
    first = try fields.number(.first)
    (read, unread) = (try fields.ranges(.read), try fields.ranges(.unread))
    (saved, unsaved) = (try fields.ranges(.saved), try fields.ranges(.unsaved))
  }

  /// Encodes what is not empty.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: MarksKey.self)
    try fields.encodeIfPresent(first, forKey: .first)
    let sets = [
      (MarksKey.read, read), (.unread, unread), (.saved, saved), (.unsaved, unsaved),
    ]
    for (key, set) in sets where !set.isEmpty { try fields.encode(set.text, forKey: key) }
  }
}

private enum MarksKey: String, CodingKey { case version, first, read, unread, saved, unsaved }

extension KeyedDecodingContainer<MarksKey> {
  fileprivate func number(_ key: MarksKey) throws -> Int? {
    guard let number = try decodeIfPresent(Int.self, forKey: key) else { return nil }
    guard ForeignNumber.id.accept(number) != nil else { throw damaged(key) }
    return number
  }

  fileprivate func ranges(_ key: MarksKey) throws -> NumberRanges {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return NumberRanges() }
    guard let ranges = NumberRanges(text: text) else { throw damaged(key) }
    return ranges
  }

  fileprivate func damaged(_ key: MarksKey) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: "\(key.rawValue) is damaged")
  }
}
