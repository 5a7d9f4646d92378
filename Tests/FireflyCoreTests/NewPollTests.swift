import FireflyCore
import Foundation
import Testing

/// Polls that are written: their lines, their times, and what the file of an editor says of them.
@Suite struct NewPollTests {
  @Test func linesAreOptions() {
    let poll = NewPoll(lines: "Tea\n\n  Rum\u{1B}[31m \r\n \nねこ", seconds: 60)
    #expect(poll.options == ["Tea", "Rum", "ねこ"])
  }

  @Test(
    arguments: [
      ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("2w", 1_209_600), ("0d", nil),
      ("-1d", nil), ("d", nil), ("7", nil), ("", nil), ("99999d", nil),
      ("9223372036854775807d", nil), ("７d", nil),
    ] as [(String, Int?)])
  func timesAreRead(_ text: String, _ seconds: Int?) {
    #expect(TimeSpan.seconds(text) == seconds)
  }

  @Test(arguments: [300, 3_600, 5_400, 86_400, 1_209_600])
  func timesAreTypedAsTheyAreRead(_ seconds: Int) {
    #expect(TimeSpan.seconds(TimeSpan.typed(seconds)) == seconds)
  }

  /// A post that is written anew has its poll for as long as it had.
  @Test func aDeletedPostKeepsItsPoll() {
    var post = Post(id: 7, parentID: nil, title: "", authorName: "Ada", template: .post)
    var poll = Poll([Poll.Option("Tea", votes: 2), Poll.Option("Rum")])
    let date = Date(timeIntervalSince1970: 1_764_000_000)
    (poll.endsAt, poll.takesSeveral) = (date + 86_402, true)
    post.createdAt = date
    post.facts.service = ServiceFacts(readers: .followers)
    post.facts.service?.poll = poll
    let draft = Draft(deleted: post, on: "s", by: "id:7")
    #expect(
      draft.delivery.poll == NewPoll(["Tea", "Rum"], seconds: 86_400, takesSeveral: true))
  }

  private func draft(_ poll: NewPoll?, _ target: DraftTarget = .newPost(below: nil)) -> Draft {
    var draft = Draft(
      key: Draft.Key(server: "s", account: "id:7", target: target), words: PostText(body: "What?"))
    (draft.delivery.readers, draft.delivery.poll) = (.followers, poll)
    return draft
  }

  private static let parts: PostFields.Parts = [.service, .poll]

  /// What the file says is what it says after it is read.
  @Test(
    arguments: [
      nil, NewPoll(["Tea", "Rum: hot", "#tag"], seconds: 5_400, takesSeveral: true),
      NewPoll(["Tea"]), NewPoll(["a", "b"], seconds: 400),
    ] as [NewPoll?], [DraftTarget.newPost(below: 5), .edit(7)])
  func aFileKeepsIt(_ poll: NewPoll?, _ target: DraftTarget) {
    let draft = draft(poll, target)
    var edited = draft
    #expect(edited.take(document: draft.document(of: Self.parts)) == nil)
    #expect(edited == draft)
  }

  @Test func aFileWithoutPollsSaysNone() {
    #expect(!draft(nil).document(of: .service).contains("poll"))
    #expect(!draft(nil, .edit(7)).document(of: Self.parts).contains("poll"))
    // No field of other posts.
    var plain = Draft(key: draft(nil).key)
    _ = plain.take(document: "---\ntitle: T\npoll: x\n---\nText\n")
    #expect(plain.words.body.contains("poll: x") && plain.delivery.poll == nil)
  }

  @Test(arguments: [
    ("poll-for: soon", "poll-for is a time such as 30m, 12h or 7d, not “soon”."),
    ("poll-several: perhaps", "poll-several is yes or no, not “perhaps”."),
  ])
  func whatIsWrongIsSaid(_ line: String, _ complaint: String) {
    var draft = draft(nil)
    let text = "---\nwarning: \npoll: Tea\n  Rum\n\(line)\n---\nWhat?\n"
    #expect(draft.take(document: text) == complaint)
    #expect(draft.delivery.poll?.options == ["Tea", "Rum"])
  }

  /// Each picture has its description in the file.
  @Test func aFileDescribesEachPicture() {
    var draft = draft(nil)
    draft.sidePictures = ["a lamp\n  \n at night", ""].enumerated().map { place, words in
      Draft.SidePicture(Draft.Picture(path: "/\(place).png", copy: "\(place)"), description: words)
    }
    let file = draft.document(of: Self.parts)
    #expect(file.contains("\ndescription: a lamp\n") && file.contains("\ndescription-2: \n"))
    #expect(draft.take(document: file.replacing("-2: ", with: "-2: a wick")) == nil)
    #expect(draft.sidePictures.map(\.description) == ["a lamp\n  \n at night", "a wick"])
  }
}
