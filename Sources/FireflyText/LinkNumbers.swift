import FireflyCore

/// The addresses of a text's links, numbered from 1; the same address has the same number.
struct LinkNumbers {
  /// Maximum number of links; further ones are shown as text.
  static let limit = 999
  /// Maximum length of an address to open, in bytes.
  static let addressLimit = 2048

  /// Whether links to posts, such as `post:123`, and the server's pictures have a number, too.
  let linksPosts: Bool
  /// The addresses in the order of their numbers.
  private(set) var addresses: [String] = []
  /// The numbers of those that are pictures of the text.
  private(set) var pictures: Set<Int> = []
  private var numbers: [String: Int] = [:]

  init(linksPosts: Bool = false) { self.linksPosts = linksPosts }

  /// Returns the number of an address; nil if it can't be opened.
  mutating func number(of address: String) -> Int? {
    let isOwn = BodyLink.number(of: address) != nil || BodyPicture.isAddress(address)
    guard Self.isOpenable(address) || linksPosts && isOwn else { return nil }
    if let number = numbers[address] { return number }
    guard addresses.count < Self.limit else { return nil }
    addresses.append(address)
    numbers[address] = addresses.count
    return addresses.count
  }

  /// Returns the number of the address of a picture; nil if it can't be opened.
  mutating func number(ofPicture address: String) -> Int? {
    let number = number(of: address)
    if let number { pictures.insert(number) }
    return number
  }

  /// Whether an address may be passed to a browser: http, https or mailto, not empty, and without
  /// ambiguous characters.
  static func isOpenable(_ address: String) -> Bool {
    guard address.utf8.count <= addressLimit, let colon = address.firstIndex(of: ":"),
      address == ForeignText.cleanLine(address),
      !address.unicodeScalars.contains(where: \.properties.isWhitespace)
    else { return false }
    let rest = address[address.index(after: colon)...]
    return switch address[..<colon].lowercased() {
    case "http", "https": rest.hasPrefix("//") && rest.count > 2
    case "mailto": rest.contains("@")
    default: false
    }
  }
}
