import FireflyCore
import Foundation
import Testing

@Suite("LossyList")
struct LossyListTests {
  private func decode(_ json: String) throws -> LossyList<Post> {
    try JSONDecoder().decode(LossyList<Post>.self, from: Data(json.utf8))
  }

  @Test
  func damagedElementsAreReportedAndOthersKept() throws {
    let list = try decode(
      #"[{"id":1,"title":"a"},{"title":"b"},null,{"id":"x","title":"c"},4,[],{"id":2,"title":"d"}]"#
    )
    #expect(list.elements.map(\.id) == [1, 2])
    #expect(list.skipped.count == 5)
    #expect(list.skipped[0] == "element 1: no id")
    #expect(list.skipped[2].hasPrefix("element 3: wrong type at "))
    #expect(list.skipped[2].hasSuffix("id"))
    #expect(list.skipped.allSatisfy { $0.count < 80 })
  }

  @Test
  func anEmptyListIsEmptyAndNoListIsAnError() throws {
    #expect(try decode("[]").elements.isEmpty)
    #expect(try decode("[]").skipped.isEmpty)
    #expect(throws: DecodingError.self) { try decode(#"{"id":1,"title":"a"}"#) }
    #expect(throws: DecodingError.self) { try decode("null") }
    #expect(throws: DecodingError.self) { try decode(#"[{"id":1,"title":"a"}"#) }
  }

  @Test
  func errorsInWordsForALog() {
    func description<Value: Decodable>(_ type: Value.Type, _ json: String) -> String? {
      do {
        _ = try JSONDecoder().decode(type, from: Data(json.utf8))
        return nil
      } catch {
        return error.plainDescription
      }
    }
    #expect(description([String: Int].self, #"{"a":null}"#) == "null at a")
    #expect(description([[Int]].self, #"[[1,"b"]]"#)?.hasPrefix("wrong type at ") == true)
    #expect(description(Int.self, #""a""#) == "wrong type at the top")
    #expect(description(Int.self, "<html>") == "damaged at the top")
    #expect(CancellationError().plainDescription == "damaged JSON")
  }
}
