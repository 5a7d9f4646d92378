import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

// Polls that are written, and what an edit does with them.
extension Mastodon {
  /// Returns the poll that a new status is sent with; nil for none.
  ///
  /// - Throws: `APIError.notOffered` if it is over a limit, or stands beside pictures.
  func poll(of form: PostForm, _ fields: ServiceFields) throws(APIError) -> SentPoll? {
    guard let poll = form.poll else { return nil }
    try check(poll, besidePictures: !form.pictures.isEmpty, fields)
    return SentPoll(poll.options, for: poll.seconds ?? fields.polls?.usualSeconds, of: poll)
  }

  /// Returns the poll that a changed status is sent with: an instance removes one that is left out, and the votes of one
  /// whose options are others.
  ///
  /// - Throws: `APIError.notOffered` if it can't be so, before anything is sent.
  func poll(
    of old: MastodonStatus, changedBy form: PostForm, _ fields: ServiceFields
  ) async throws(APIError) -> SentPoll? {
    let media = form.replacesPictures ? [] : Self.kept(of: old, changedBy: form).media
    let hasPictures = !media.isEmpty || !form.pictures.isEmpty
    guard let new = form.poll else {
      if old.poll != nil, old.media.isEmpty, hasPictures {
        throw .notOffered("\(PollLimits.besidePicture(on: web.name)) Nothing was sent.")
      }
      return try await kept(old.poll, nil)
    }
    if new.options.isEmpty, old.poll == nil { return nil }
    guard try await instance().changesPolls else {
      throw .notOffered("The poll of a post on \(web.name) can't be changed. Nothing was sent.")
    }
    if new.options.isEmpty { return nil }
    try check(new, besidePictures: hasPictures, fields)
    guard let poll = old.poll, !new.removesVotes(of: poll.shown) else {
      return SentPoll(new.options, for: new.seconds ?? fields.polls?.usualSeconds, of: new)
    }
    return try await kept(poll, new.seconds)
  }

  /// Returns a poll that keeps its votes.
  ///
  /// - Parameter seconds: how long one can vote; nil for as long as before.
  private func kept(
    _ poll: MastodonStatus.Poll?, _ seconds: Int?
  ) async throws(APIError) -> SentPoll? {
    guard let poll, try await instance().changesPolls else { return nil }
    if let refusal = try await refusal(of: poll) { throw .notOffered(refusal) }
    let left = poll.endsAt.map { Int(min(max(0, $0.timeIntervalSinceNow), 1e9).rounded(.up)) }
    var sent = SentPoll(poll.options.map { $0.title ?? "" }, for: seconds ?? left, of: poll.shown)
    // Numbers that are not said before the end are hidden.
    sent.hidesTotals = poll.options.contains { $0.votes == nil }
    return sent
  }

  /// Returns why a status with a poll can't be changed without a loss, as a sentence; nil if it can.
  func refusal(of poll: MastodonStatus.Poll) async throws(APIError) -> String? {
    let instance = try await instance()
    guard instance.changesPolls else {
      return MastodonEdit.refusal(of: "the poll and its votes", on: web.name)
    }
    let least = Double((instance.polls ?? PollLimits()).seconds.lowerBound)
    guard !poll.isOver, let end = poll.endsAt, end.timeIntervalSinceNow > least else {
      return "An edit would open the poll again, which has ended or ends soon. Write a new post."
    }
    return nil
  }

  private func check(
    _ poll: NewPoll, besidePictures: Bool, _ fields: ServiceFields
  ) throws(APIError) {
    let refusal =
      if let limits = fields.polls {
        besidePictures
          ? PollLimits.besidePicture(on: web.name) : limits.refusal(of: poll, on: web.name)
      } else {
        "\(web.name) has no polls."
      }
    if let refusal { throw .notOffered("\(refusal) Nothing was sent.") }
  }
}

extension MastodonInstance {
  /// What an instance says of its polls.
  struct Polls: Decodable, Sendable {
    @Lenient var options: Int?
    @Lenient var characters: Int?
    @Lenient var least: Int?
    @Lenient var most: Int?

    enum CodingKeys: String, CodingKey {
      case options = "max_options"
      case characters = "max_characters_per_option"
      case least = "min_expiration"
      case most = "max_expiration"
    }
  }

  /// What its polls can have, which is as on Mastodon where it doesn't say it; nil if it has none.
  var polls: PollLimits? {
    var limits = PollLimits()
    guard let said = configuration?.polls else { return limits }
    if let options = said.options, (0...1_000).contains(options) { limits.options = options }
    if let most = said.characters, (1...10_000).contains(most) { limits.characters = most }
    let times = 1...315_360_000
    let least = said.least.flatMap { times.contains($0) ? $0 : nil } ?? limits.seconds.lowerBound
    let most = said.most.flatMap { times.contains($0) ? $0 : nil } ?? limits.seconds.upperBound
    if least <= most { limits.seconds = least...most }
    return limits.options < 2 ? nil : limits
  }

  /// Whether an edit changes or keeps a poll as it is sent; others remove it, or leave it alone.
  ///
  /// Mastodon does, and GoToSocial, which alone names its types without being a fork of it.
  var changesPolls: Bool { isMastodon || configuration?.statuses?.types.isEmpty == false }
}

/// A poll in the words of the API.
struct SentPoll: Encodable, Hashable {
  let options: [String]
  let seconds: Int
  let takesSeveral: Bool
  var hidesTotals = false

  enum CodingKeys: String, CodingKey {
    case options
    case seconds = "expires_in"
    case takesSeveral = "multiple"
    case hidesTotals = "hide_totals"
  }

  fileprivate init(_ options: [String], for seconds: Int?, of poll: NewPoll) {
    (self.options, takesSeveral) = (options, poll.takesSeveral)
    self.seconds = seconds ?? NewPoll.usualSeconds
  }

  fileprivate init(_ options: [String], for seconds: Int?, of poll: Poll) {
    self.init(options, for: seconds, of: NewPoll(poll))
  }
}
