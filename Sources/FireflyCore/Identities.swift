/// Which place something is of: a server or a source, under whose identity this machine keeps what it has of it.
///
/// An address becomes one where its host is folded; the paths of feeds are not.
public struct SiteID: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let text: String
  private static let (own, source) = ("firefly:", "source:")

  /// Creates the identity that a file has, or of the normalized address of a server.
  public init(kept text: String) { self.text = text }

  /// Creates the identity of the user's own server with some data.
  public init(ofOwnServer data: String) { text = Self.own + data }

  /// Creates the identity of a source.
  ///
  /// - Parameter name: what `--server` takes for it.
  public init(ofSource name: String) { text = Self.source + name }

  /// Where nothing is known.
  public static let unknown = SiteID(kept: "")

  /// As files have it.
  public var description: String { text }

  /// Whether it is a Firefly server, where a text may be meant for of which it is not known where it was written.
  public var isServer: Bool { !text.hasPrefix(Self.source) }

  /// Whether it is the user's own server.
  public var isOwnServer: Bool { text.hasPrefix(Self.own) }

  /// What `--server` takes for it.
  public var argument: String {
    text.hasPrefix(Self.source) ? String(text.dropFirst(Self.source.count)) : text
  }

  /// Returns the identity of what a person sees there, where people see different things.
  public func seen(by person: PersonID) -> SiteID { SiteID(kept: "\(text) \(person)") }

  /// Orders by the text.
  public static func < (first: SiteID, second: SiteID) -> Bool { first.text < second.text }
}

extension SiteID: Codable {
  /// Decodes the text.
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the text.
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}

/// Who a person is at a place: the e-mail address on a Firefly server, in small or capital letters; on a service the
/// number, which is not folded.
public struct PersonID: Hashable, Sendable, CustomStringConvertible {
  private let text: String
  private let folded: String
  private static let number = "id:"

  /// Creates the identity of an e-mail address.
  public init(email: String) { (text, folded) = (email, email.lowercased()) }

  /// Creates the identity of a number that a service has given.
  public init(number: String) {
    text = Self.number + number
    folded = text
  }

  /// Creates the identity that a file has.
  public init(kept text: String) {
    self.text = text
    folded = text.hasPrefix(Self.number) ? text : text.lowercased()
  }

  /// Who is signed out.
  public static let nobody = PersonID(email: "")

  /// As it is written.
  public var description: String { text }

  /// In small letters, as most files and their names have it.
  public var inFiles: String { text.lowercased() }

  /// The number that a service has given; nil on a Firefly server.
  public var number: String? {
    text.hasPrefix(Self.number) ? String(text.dropFirst(Self.number.count)) : nil
  }

  /// Whether both are the same person.
  public static func == (first: PersonID, second: PersonID) -> Bool {
    first.folded == second.folded
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// Which account: a person at a place.
public struct AccountID: Hashable, Sendable {
  /// The place.
  public let site: SiteID
  /// The person.
  public let person: PersonID

  /// Creates an identity.
  public init(_ person: PersonID, on site: SiteID) { (self.site, self.person) = (site, person) }

  /// As files have it.
  public var inFiles: String { "\(site)\n\(person.inFiles)" }
}

/// Whose something is that this machine keeps of a place: other accounts of it don't see that.
public struct KeptOwner: Hashable, Sendable {
  /// The account; nil where there is one, or nobody is signed in.
  public let account: AccountID?
  /// Whether what nobody owns, as earlier versions and people without an account have written it, is theirs.
  private let adopts: Bool

  /// Creates an owner.
  ///
  /// - Parameters:
  ///   - account: the account; nil where there is one, or nobody is signed in.
  ///   - adopts: whether it is the current account, which gets what nobody owns.
  public init(_ account: AccountID? = nil, adopts: Bool = true) {
    self.account = account
    self.adopts = adopts || account == nil
  }

  /// As files have it.
  public var text: String? { account?.inFiles }

  /// Returns whether it is theirs, or nobody's that they get.
  public func owns(_ owner: String?) -> Bool { owner == text || gets(owner) }

  /// Returns whether it is nobody's and becomes theirs: that is written once it can be.
  public func gets(_ owner: String?) -> Bool { owner == nil && adopts && text != nil }
}
