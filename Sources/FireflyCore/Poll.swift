import Foundation

/// A poll of a post of a service.
public struct Poll: Codable, Hashable, Sendable {
  /// What can be chosen.
  public struct Option: Codable, Hashable, Sendable {
    /// What it is called, on one line.
    public var title: String
    /// The number of its votes; nil while they are not public.
    public var votes: Int?
    /// Whether the current user has chosen it.
    public var isOwn: Bool

    /// Creates an option.
    ///
    /// - Parameter votes: the number of its votes; one below zero counts as zero.
    public init(_ title: String, votes: Int? = nil, isOwn: Bool = false) {
      (self.title, self.votes, self.isOwn) = (title, votes.map { max(0, $0) }, isOwn)
    }
  }

  /// Its options, in order.
  public var options: [Option]
  /// The number of those who have voted; nil if it is not said.
  public var voters: Int?
  /// When it ends; nil for never.
  public var endsAt: Date?
  /// Whether it has ended.
  public var isOver = false
  /// Whether several options can be chosen.
  public var takesSeveral = false
  /// Whether the current user has voted, which is final.
  public var hasVoted = false

  /// Creates a poll.
  public init(_ options: [Option]) { self.options = options }

  /// Returns what is said of an option: its votes, which part of all that is, and whether the user has chosen it.
  public func words(of option: Option) -> String? {
    let share = share(of: option).map { "\(Int((100 * $0).rounded())) %" }
    let parts = [Counted.words(option.votes, "vote"), share, option.isOwn ? "your vote" : nil]
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? nil : words
  }

  /// Returns which part of all votes an option has, 0 … 1; nil if that is not public, or nobody has voted.
  public func share(of option: Option) -> Double? {
    // Who chooses several counts once.
    let all = voters.map(Double.init) ?? options.reduce(0) { $0 + Double($1.votes ?? 0) }
    return option.votes.flatMap { all > 0 ? min(1, max(0, Double($0) / all)) : nil }
  }

  /// Returns a part, 0 … 1, as a bar of 20 columns; it says nothing that the words beside it don't say.
  public static func bar(_ share: Double) -> String {
    let full = Int((20 * share).rounded())
    return String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full)
  }

  /// Returns a text without bars, for ears and for the first words of a post.
  public static func withoutBars(_ text: String) -> String {
    let bars: Set<Unicode.Scalar> = ["█", "░"]
    guard text.unicodeScalars.contains(where: bars.contains) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !bars.contains($0) }))
  }

  /// Returns what a card says of it: `poll, 3 h left`, `poll ended`.
  ///
  /// - Parameter now: the time, in seconds since 1970.
  public func remark(at now: Double) -> String {
    if refusal(at: Date(timeIntervalSince1970: now)) == Self.over { return "poll ended" }
    return left(at: now).map { "poll, \($0)" } ?? "poll"
  }

  /// Returns how long one can still vote: `3 h left`, `it ends now`; nil for ever.
  ///
  /// - Parameter now: the time, in seconds since 1970.
  public func left(at now: Double) -> String? {
    guard let endsAt else { return nil }
    let left = WireDate.age(
      Date(timeIntervalSince1970: now), at: endsAt.timeIntervalSince1970)
    return left == "now" ? "it ends now" : "\(left) left"
  }

  private static let over = "The poll has ended."

  /// What is said of it as a whole: how many have voted, and until when it can be done.
  public var sentence: String {
    let count = Counted.words(voters, "person has voted", "people have voted").map { "\($0)." }
    let end = endsAt.map { WireDate.day($0, hasTime: true, in: .ofUser(at: $0)) }
    let until = isOver ? Self.over : end.map { "The poll ends on \($0)." }
    return [count, until].compactMap(\.self).joined(separator: " ")
  }

  /// Returns why the user can't vote, as a sentence; nil if they can.
  ///
  /// - Parameter now: the time: a poll may have ended since it was loaded.
  public func refusal(at now: Date) -> String? {
    if isOver || endsAt.map({ $0 <= now }) == true { return Self.over }
    return hasVoted ? "You have voted; a vote is final." : nil
  }
}
