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
    // Who chooses several counts once.
    let all = voters.map(Double.init) ?? options.reduce(0) { $0 + Double($1.votes ?? 0) }
    let share = option.votes.flatMap { votes in
      all > 0 ? "\(Int(min(100, max(0, 100 * Double(votes) / all)).rounded())) %" : nil
    }
    let parts = [Counted.words(option.votes, "vote"), share, option.isOwn ? "your vote" : nil]
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? nil : words
  }

  /// What is said of it as a whole: how many have voted, and until when it can be done.
  ///
  /// - Parameter time: the time zone of the reader.
  public func sentence(in time: LocalTime) -> String {
    let count = Counted.words(voters, "person has voted", "people have voted").map { "\($0)." }
    let end = endsAt.map { WireDate.day($0, hasTime: true, in: time) }
    let until = isOver ? "The poll has ended." : end.map { "The poll ends on \($0)." }
    return [count, until].compactMap(\.self).joined(separator: " ")
  }

  /// Returns why the user can't vote, as a sentence; nil if they can.
  ///
  /// - Parameter now: the time: a poll may have ended since it was loaded.
  public func refusal(at now: Date) -> String? {
    if isOver || endsAt.map({ $0 <= now }) == true { return "The poll has ended." }
    return hasVoted ? "You have voted; a vote is final." : nil
  }
}
