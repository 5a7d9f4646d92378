import FireflyCore
import Foundation

/// One event of a `text/event-stream`; the extension `events`.
package struct StreamedEvent: Hashable, Sendable {
  /// The event ID, from which a client can resume; it never decreases.
  package var id: Int
  /// The event.
  package var event: ServerEvent

  /// Creates an event with its ID.
  package init(id: Int, _ event: ServerEvent) {
    self.id = id
    self.event = event
  }

  /// The event's lines, including the blank line at the end.
  package var text: String {
    let (name, data): (String, String) =
      switch event {
      case .post(let post):
        (
          "post",
          """
          {\(post.answersYou ? #""answers_you":true,"# : "")"id":\(post.id),"own":\(post.isOwn),"parent_id":\(post.parent.map(String.init) ?? "null"),\
          "template":"\(Self.name(of: post.template))"}
          """
        )
      case .badge(let query, let hasNewMatches):
        ("badge", #"{"has_new_matches":\#(hasNewMatches),"id":\#(query)}"#)
      case .user(let profile): ("user", #"{"id":\#(profile)}"#)
      case .marks(let version): ("marks", #"{"id":\#(version)}"#)
      }
    return "id: \(id)\nevent: \(name)\ndata: \(data)\n\n"
  }

  /// The template's name if it needs no escaping, else that of an unknown template.
  private static func name(of template: Post.Template) -> String {
    template.name.utf8.allSatisfy { (0x61...0x7A).contains($0) } ? template.name : "other"
  }

  /// Decodes an event; nil if its kind is unknown or it is invalid.
  init?(id: Int, name: String, data: String) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(data.utf8)),
      ForeignNumber.id.accept(fields.id) != nil
    else { return nil }
    switch name {
    case "post":
      self.init(
        id: id,
        .post(
          .init(
            id: fields.id, parent: ForeignNumber.parent.accept(fields.parentID),
            template: Post.Template(name: fields.template ?? "post"), isOwn: fields.own ?? false,
            answersYou: fields.answersYou ?? false)))
    case "badge":
      self.init(id: id, .badge(query: fields.id, hasNewMatches: fields.hasNewMatches ?? false))
    case "user": self.init(id: id, .user(profile: fields.id))
    case "marks": self.init(id: id, .marks(version: fields.id))
    default: return nil
    }
  }

  /// The fields of all kinds of events.
  private struct Fields: Decodable {
    var id: Int
    var own: Bool?
    var answersYou: Bool?
    var parentID: Int?
    var template: String?
    var hasNewMatches: Bool?

    enum CodingKeys: String, CodingKey {
      case id, own, template
      case parentID = "parent_id"
      case answersYou = "answers_you"
      case hasNewMatches = "has_new_matches"
    }
  }
}

/// Decodes a `text/event-stream` as it arrives, in chunks of any size.
///
/// Accepts all line endings of the format. Drops lines and events longer than any of ours.
package struct EventStreamDecoder: Sendable {
  /// Maximum bytes of a line, and of the data of one event.
  static let maximumBytes = 16 << 10

  private var line: [UInt8] = []
  private var isLineTooLong = false
  private var endsInReturn = false
  private var id = 0
  private var name = ""
  private var data = ""

  /// Creates a decoder at the beginning of a stream.
  package init() {}

  /// Decodes bytes and returns the events that they complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [StreamedEvent] {
    var events: [StreamedEvent] = []
    for byte in bytes {
      // A line ends with CR, LF or both.
      defer { endsInReturn = byte == 0x0D }
      if byte == 0x0A, endsInReturn { continue }
      guard byte != 0x0A, byte != 0x0D else {
        if let event = endLine() { events.append(event) }
        continue
      }
      if line.count < Self.maximumBytes { line.append(byte) } else { isLineTooLong = true }
    }
    return events
  }

  private mutating func endLine() -> StreamedEvent? {
    defer {
      line.removeAll(keepingCapacity: true)
      isLineTooLong = false
    }
    guard !line.isEmpty else {
      defer { (name, data) = ("", "") }
      return data.isEmpty ? nil : StreamedEvent(id: id, name: name, data: data)
    }
    guard !isLineTooLong else { return nil }
    let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
    let field = String(decoding: parts[0], as: UTF8.self)
    var value = parts.count > 1 ? parts[1] : []
    if value.first == 0x20 { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch field {
    case "id": id = max(id, ForeignNumber.id.read(text) ?? id)
    case "event": name = text
    case "data" where data.utf8.count + text.utf8.count < Self.maximumBytes:
      data += data.isEmpty ? text : "\n" + text
    default: break
    }
    return nil
  }
}
