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
    #expect(try json(ProfileResponse(profile: nil)) == #"{"profile":null,"status":"success"}"#)
    #expect(try json(Badges([70: true, 73: nil])) == #"{"70":true,"73":null}"#)
    #expect(
      try json(PollResponse(queryBadges: Badges([7: false]), hasNewUsers: true, hasNewPosts: false))
        == #"{"has_new_posts":false,"has_new_users":true,"query_badges":{"7":false}}"#)
    #expect(
      try json(VerifyCodeResponse(userID: 4, email: "a@b.c", name: nil, isNewUser: true))
        == #"{"email":"a@b.c","is_new_user":true,"name":null,"status":"success","user_id":4}"#)
  }

  @Test func postsSurviveTheWire() throws {
    let post = try decode(PostResponse.self, Answers.post).post
    #expect(try decode(Post.self, json(post)) == post)
  }

  @Test func decodesTheOtherAnswers() throws {
    #expect(try decode(PollResponse.self, Answers.poll).queryBadges?.states[73] == .some(nil))
    #expect(try decode(TemplateResponse.self, Answers.template).template.pluralName == "queries")
    #expect(try decode(VerifyCodeResponse.self, Answers.verified).name == nil)
    #expect(try decode(ErrorResponse.self, #"{"error":"x"}"#).text == "x")
    #expect(try decode(ErrorResponse.self, #"{"message":"y","error":"x"}"#).text == "y")
    #expect(try decode(ErrorResponse.self, #"{"errors":["z","x"]}"#).text == "z")
    #expect(try decode(ProfileResponse.self, #"{"profile":null}"#).profile == nil)
    #expect(throws: DecodingError.self) { try decode(ProfileResponse.self, #"{"status":"ok"}"#) }
    #expect(throws: DecodingError.self) { try decode(ErrorResponse.self, #"{"detail":"x"}"#) }
  }
}
