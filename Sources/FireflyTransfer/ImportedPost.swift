import FireflyCore
import Foundation

/// A post of a document; only its title is required.
@dynamicMemberLookup
package struct ImportedPost: Sendable {
  /// What few posts of a large document have.
  package struct Rare: Hashable, Sendable {
    /// The picture, which will be uploaded.
    package var picture: ImportedPicture?
    /// Further pictures, which will be uploaded, and which the body shows by their addresses.
    package var shownPictures: [ShownPicture] = []
    /// Whether pictures of it were uploaded by this import.
    package var bringsPictures = false
    /// Center of the thumbnail, -1 left … 1 right.
    package var clipOffsetX: Double?
    /// Center of the thumbnail, -1 top … 1 bottom.
    package var clipOffsetY: Double?
    /// Where it was written.
    package var locationTag: String?
    /// Whether AI has written it.
    package var isAIGenerated: Bool?
    /// The addresses of its page on the web, first the one that is opened.
    package var pages: [String] = []
    /// What its key is made of, if its source is a file.
    package var fileSteps: FileKey.Steps?
    /// The source of its parent, which may have been imported before, if the document lacks that.
    package var parentSource: PostSource?
    /// The names by which bodies of the document link to it, besides its number, as `BodyLink.name(for:)`
    /// returns them.
    package var linkNames: [String] = []

    // Used only until the document is complete.
    /// Its name in the file that it is converted from.
    package var key: String?
    /// The name of its parent there.
    package var parentKey: String?
  }

  /// Its number in the document.
  package var id: Int?
  /// The number of its parent in the document; negative for none.
  package var parentID: Int?
  /// The ID of the server whose numbers these are; nil for those of the document.
  package var server: String?
  /// The title, one line.
  package var title: String
  /// The summary, one or two lines.
  package var summary: String?
  /// The body in Markdown; that of a large document is read from a file.
  package var body: String {
    get { text.string }
    set { text.string = newValue }
  }
  package var text = WaitingText("")
  /// The URL of its picture.
  package var imageURL: String?
  /// When it was written; nil for now.
  package var createdAt: Date?
  /// The IANA name of the author's time zone.
  package var timezone: String?
  /// The author's name; nil for the local user.
  package var authorName: String?
  /// The author's e-mail.
  package var authorEmail: String?
  /// The kind of post.
  package var template = Post.Template.post
  /// Its source; an existing post of the same source is updated.
  package var source: PostSource?
  /// The index of its parent in the document; nil for none.
  package var parent: Int?
  /// Its origin, for messages.
  package var place = ""
  /// Nested children; used only until the document is complete.
  var children: [ImportedPost] = []
  // An array is small where there is none.
  private var rare: [Rare] = []

  /// What few posts have.
  package subscript<Value>(dynamicMember path: WritableKeyPath<Rare, Value>) -> Value {
    get { (rare.first ?? Rare())[keyPath: path] }
    set {
      var new = rare.first ?? Rare()
      new[keyPath: path] = newValue
      rare = new == Rare() ? [] : [new]
    }
  }

  /// Creates a post.
  package init(
    title: String = "", summary: String? = nil, key: String? = nil, parentKey: String? = nil,
    parent: Int? = nil
  ) {
    (self.title, self.summary, self.parent) = (title, summary, parent)
    if let key { self.key = key }
    if let parentKey { self.parentKey = parentKey }
  }

  /// Tells the server whose export it is from, which names a post without another source; without a number or a
  /// date it stays nameless.
  ///
  /// - Parameter server: the ID of the server's data; nil for none.
  package mutating func identify(as server: String?) {
    guard let server else { return }
    self.server = server
    guard source == nil, let id, let createdAt else { return }
    source = PostSource(server: server, number: id, date: createdAt)
  }

  /// Whether it is the placeholder of a deleted post.
  package var isDeleted: Bool {
    get { template == .deleted }
    set { if newValue || isDeleted { template = newValue ? .deleted : .post } }
  }
}

extension ImportedPost {
  /// Maximum number of pictures that a body shows.
  package static let maximumPictures = 200

  /// The files of its pictures.
  package var files: [URL] {
    ([self.picture].compactMap(\.self) + self.shownPictures.map(\.picture)).compactMap { picture in
      if case .file(let url) = picture { url } else { nil }
    }
  }

  /// Adds a picture that the body shows.
  ///
  /// - Parameter address: what stands for it if it can't be imported.
  /// - Returns: its address in the body; nil if there are too many.
  package mutating func show(_ picture: ImportedPicture, orElse address: String) -> String? {
    let shown = ShownPicture(picture: picture, address: address)
    if let index = self.shownPictures.firstIndex(of: shown) { return ShownPicture.place(index) }
    guard self.shownPictures.count < Self.maximumPictures else { return nil }
    self.shownPictures.append(shown)
    return ShownPicture.place(self.shownPictures.count - 1)
  }

  /// Makes the body show the pictures under their final addresses.
  ///
  /// - Parameter addresses: the addresses of all; nil for those that were refused.
  package mutating func place(pictures addresses: [String?]) {
    body = BodyMark.readdressing(body) { address in
      guard let index = ShownPicture.index(address), addresses.indices.contains(index) else {
        return nil
      }
      let name = self.shownPictures[index].address.filter { !"<>\\".contains($0) && !$0.isNewline }
      return addresses[index] ?? "<\(name)>"
    }
    self.shownPictures = []
  }
}

extension ImportDocument {
  /// Gives posts the pictures at addresses on the web, as their own and in their bodies.
  package mutating func bring(_ pictures: [String: Data]) {
    guard !pictures.isEmpty else { return }
    for index in items.indices {
      var item = items[index]
      if item.picture == nil, let address = item.imageURL {
        item.picture = pictures[address].map(ImportedPicture.bytes)
      }
      let body = BodyMark.rewriting(item.body) { mark in
        guard mark.kind == .picture, let picture = pictures[mark.address] else { return nil }
        return item.show(.bytes(picture), orElse: mark.address).map(BodyMark.Change.address)
      }
      item.body = body
      items[index] = item
    }
  }
}

/// A picture that a body shows.
package struct ShownPicture: Hashable, Sendable {
  private static let scheme = "picture:"

  /// The picture.
  package var picture: ImportedPicture
  /// What stands for it if it can't be imported.
  package var address: String

  fileprivate static func place(_ index: Int) -> String { "\(scheme)\(index)" }

  fileprivate static func index(_ address: String) -> Int? {
    address.hasPrefix(scheme) ? Int(address.dropFirst(scheme.count)) : nil
  }
}

/// A picture to import.
package enum ImportedPicture: Hashable, Sendable {
  /// A file.
  case file(URL)
  /// Its bytes.
  case bytes(Data)
}

extension ImportedPost: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, summary, body, timezone, children, source, server
    case sourceKey = "source_key"
    case isEdited = "source_edited"
    case sourcePage = "source_page"
    case parentID = "parent_id"
    case imageURL = "image_url"
    case clipOffsetX = "clip_offset_x"
    case clipOffsetY = "clip_offset_y"
    case createdAt = "created_at"
    case locationTag = "location_tag"
    case isAIGenerated = "ai_generated"
    case authorName = "author_name"
    case authorEmail = "author_email"
    case template = "template_name"
  }

  /// Decodes strictly: an ignored value would change the post.
  /// - Throws: `DecodingError`.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try fields.decodeIfPresent(Value.self, forKey: key)
    }
    self.init(title: try fields.decode(String.self, forKey: .title))
    id = try optional(.id)
    parentID = try optional(.parentID)
    summary = try optional(.summary)
    body = try optional(.body) ?? ""
    imageURL = try optional(.imageURL)
    self.clipOffsetX = try optional(.clipOffsetX)
    self.clipOffsetY = try optional(.clipOffsetY)
    timezone = try optional(.timezone)
    self.locationTag = try optional(.locationTag)
    self.isAIGenerated = try optional(.isAIGenerated)
    authorName = try optional(.authorName)
    authorEmail = try optional(.authorEmail)
    template = Post.Template(name: try optional(.template))
    children = try optional(.children) ?? []
    if let name: String = try optional(.source), let key: String = try optional(.sourceKey) {
      source = PostSource(name: name, key: key)
      source?.isEdited = try optional(.isEdited) ?? false
      source?.page = try optional(.sourcePage)
    }
    if let text: String = try optional(.createdAt) {
      guard let date = WireDate.date(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .createdAt, in: fields, debugDescription: "“\(text.prefix(60))” is not a date")
      }
      createdAt = date
    }
    try identify(as: optional(.server))
  }
}

/// A user in a document.
package struct ImportedUser: Decodable, Sendable {
  package var email: String
  package var name: String?
}
