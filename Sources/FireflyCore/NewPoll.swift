import Foundation

/// A poll that is written with a post of a service.
public struct NewPoll: Codable, Hashable, Sendable {
  /// Its options, in order; without any, a change of a post removes the poll.
  public var options: [String]
  /// How long one can vote, in seconds; nil for the usual time, in a change for as long as before.
  public var seconds: Int?
  /// Whether several options can be chosen.
  public var takesSeveral: Bool

  /// Seconds for which one can vote in a poll that says nothing else: a day.
  public static let usualSeconds = 86_400

  /// Creates a poll.
  public init(_ options: [String] = [], seconds: Int? = nil, takesSeveral: Bool = false) {
    (self.options, self.seconds, self.takesSeveral) = (options, seconds, takesSeveral)
  }

  /// Creates a poll of lines, an option each; blank ones are none.
  public init(lines: String, seconds: Int? = nil, takesSeveral: Bool = false) {
    let options = lines.split(whereSeparator: \.isNewline)
      .map { ForeignText.cleanLine(String($0), limit: .max) }.filter { !$0.isEmpty }
    self.init(options, seconds: seconds, takesSeveral: takesSeveral)
  }

  /// Creates a poll as a post has it, which stays as it is.
  public init(_ poll: Poll) {
    self.init(poll.options.map(\.title), takesSeveral: poll.takesSeveral)
  }

  /// Creates a poll like that of a post, to write the post anew.
  ///
  /// - Parameter date: when the post was written.
  public init(_ poll: Poll, since date: Date?) {
    self.init(poll)
    guard let end = poll.endsAt, let date, case let length = end.timeIntervalSince(date),
      (60...315_360_000).contains(length)
    else { return }
    // The server's clock needs some time between both.
    seconds = Int((length / 60).rounded()) * 60
  }

  /// Whether a change to it removes the votes of a poll.
  public func removesVotes(of poll: Poll) -> Bool {
    options != poll.options.map(\.title) || takesSeveral != poll.takesSeveral
  }

  /// What is said of it: `1 day, one choice`.
  public var remark: String {
    [seconds.map(TimeSpan.words), takesSeveral ? "several choices" : "one choice"]
      .compactMap(\.self).joined(separator: ", ")
  }
}

/// What the polls of a service can have.
public struct PollLimits: Hashable, Sendable {
  /// Options at most.
  public var options = 4
  /// Characters of an option at most.
  public var characters = 50
  /// Seconds for which one can vote.
  public var seconds = 300...2_629_746

  /// Creates the limits of Mastodon.
  public init() {}

  /// The usual times within the limits, in seconds.
  public var times: [Int] {
    [300, 1_800, 3_600, 21_600, 43_200, 86_400, 259_200, 604_800, 1_209_600]
      .filter(seconds.contains)
  }

  /// The usual time, or the nearest one within the limits, in seconds.
  public var usualSeconds: Int {
    min(max(NewPoll.usualSeconds, seconds.lowerBound), seconds.upperBound)
  }

  /// Returns why a poll can't be sent, as a sentence; nil if it can.
  ///
  /// - Parameters:
  ///   - poll: the poll.
  ///   - name: the name of the service.
  /// - Returns: the sentence.
  public func refusal(of poll: NewPoll, on name: String) -> String? {
    if poll.options.count < 2 { return "A poll needs two options at least." }
    if poll.options.count > options {
      return "\(name) takes \(Counted.words(options, "option")) for a poll."
    }
    if let long = poll.options.first(where: { $0.count > characters }) {
      let excess = Counted.words(long.count - characters, "character")
      return "The option “\(long.shortened(to: 30))” is \(excess) too long for \(name)."
    }
    var seen: Set<String> = []
    if let twice = poll.options.first(where: { !seen.insert($0).inserted }) {
      return "Two options of the poll are the same: “\(twice.shortened(to: 30))”."
    }
    if let time = poll.seconds, !seconds.contains(time) {
      let (least, most) = (seconds.lowerBound, seconds.upperBound)
      let whole = most < 86_400 ? most : most / 86_400 * 86_400
      return "A poll on \(name) lasts \(TimeSpan.words(least)) to \(TimeSpan.words(whole))."
    }
    return nil
  }

  /// What is said where a poll and a picture would stand beside each other.
  public static func besidePicture(on name: String) -> String {
    "\(name) takes no poll beside a picture."
  }
}
