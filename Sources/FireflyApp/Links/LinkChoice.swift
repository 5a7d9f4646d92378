/// The question which of a post's links to open, and what has been typed of its number.
struct LinkChoice: Hashable, Sendable {
  /// The addresses, in the order of their numbers, which begin with 1.
  let links: [String]
  /// The number as far as it has been typed; 0 for nothing yet.
  private(set) var number = 0

  init(links: [String]) { self.links = links }

  /// The address with the number typed so far.
  var chosen: String? { links.indices.contains(number - 1) ? links[number - 1] : nil }

  /// Whether no further digit would make the number of another link.
  var isUnambiguous: Bool { chosen != nil && number * 10 > links.count }

  /// Takes a digit, unless it would make a number that no link has.
  mutating func add(_ digit: Int) {
    let longer = number * 10 + digit
    if links.indices.contains(longer - 1) { number = longer }
  }

  /// Takes the last digit back; returns whether there was one.
  mutating func removeDigit() -> Bool {
    defer { number /= 10 }
    return number > 0
  }

  /// The question, in words for the user.
  var prompt: String {
    guard let chosen else { return "Which link? Press its number, 1 to \(links.count)." }
    return "Which link, 1 to \(links.count)? \(number)_ Enter opens \(chosen)"
  }
}
