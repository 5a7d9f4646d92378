import FireflyAPI
import FireflyCore
import Foundation
import Testing

/// What one end encodes, the other decodes, in the recorded shapes.
@Suite struct EnvelopeTests {
  @Test(arguments: [#"{"id":7,"relevance_score":null}"#, #"{"id":7}"#])
  func aHitWithoutARelevanceIsAHit(_ json: String) throws {
    let hit = try JSONDecoder().decode(SearchHit.self, from: Data(json.utf8))
    #expect(hit == SearchHit(id: 7, relevance: 0))
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func encodesTheRecordedShapes() throws {
    #expect(try json(PostsEnvelope(posts: [])) == #"{"posts":[],"status":"success"}"#)
    #expect(
      try json(ChildrenEnvelope(of: 16, children: []))
        == #"{"children":[],"count":0,"post_id":16,"status":"success"}"#)
    #expect(try json(ProfileEnvelope(profile: nil)) == #"{"profile":null,"status":"success"}"#)
    #expect(try json(Badges([70: true, 73: nil])) == #"{"70":true,"73":null}"#)
    #expect(
      try json(ErrorAnswer.message("Post not found"))
        == #"{"message":"Post not found","status":"error"}"#)
    #expect(try json(ErrorAnswer.error("no")) == #"{"error":"no"}"#)
    #expect(
      try json(PollAnswer(queryBadges: Badges([7: false]), hasNewUsers: true, hasNewPosts: false))
        == #"{"has_new_posts":false,"has_new_users":true,"query_badges":{"7":false}}"#)
    #expect(
      try json(VerifyCodeAnswer(userID: 4, email: "a@b.c", name: nil, isNewUser: true))
        == #"{"email":"a@b.c","is_new_user":true,"name":null,"status":"success","user_id":4}"#)
  }

  @Test func postsSurviveTheWire() throws {
    let post = try decode(PostEnvelope.self, Answers.post).post
    #expect(try decode(PostEnvelope.self, json(PostEnvelope(post: post))).post == post)
    let list = try decode(ChildrenEnvelope.self, Answers.children)
    #expect(list.skipped.count == 3 && list.postID == 40)
    let again = try decode(ChildrenEnvelope.self, json(list))
    #expect(again.children == list.children && again.skipped.isEmpty)
  }

  @Test func decodesTheOtherAnswers() throws {
    #expect(try decode(PollAnswer.self, Answers.poll).queryBadges?.states[73] == .some(nil))
    #expect(try decode(TemplateEnvelope.self, Answers.template).template.pluralName == "queries")
    #expect(try decode(VerifyCodeAnswer.self, Answers.verified).name == nil)
    #expect(try decode(ErrorAnswer.self, #"{"error":"x"}"#).text == "x")
    #expect(throws: DecodingError.self) { try decode(ProfileEnvelope.self, #"{"status":"ok"}"#) }
    #expect(throws: DecodingError.self) { try decode(ErrorAnswer.self, #"{"detail":"x"}"#) }
  }
}
