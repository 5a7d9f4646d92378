import FireflyHTTP
import Foundation
import Testing

@Suite struct JSONWriterTests {
  @Test func jsonIsEscaped() throws {
    var json = JSONWriter()
    let text = (0...0x2FF).compactMap { Unicode.Scalar($0).map(String.init) }.joined() + "😀\\\"/"
    json.beginArray()
    json.value(text)
    json.value(nil as String?)
    json.value("")
    json.endArray()
    let decoded = try JSONDecoder().decode([String?].self, from: Data(json.take()))
    #expect(decoded == [text, nil, ""])
  }

  @Test func commasStandWhereTheyShould() {
    var json = JSONWriter()
    json.beginObject()
    json.key("a")
    json.beginArray()
    json.endArray()
    json.key("b")
    json.beginObject()
    json.endObject()
    json.key("c")
    json.beginArray()
    json.value(1)
    json.value(true)
    json.value(0.5)
    json.value(Double.infinity)
    json.endArray()
    json.endObject()
    #expect(
      String(decoding: json.take(), as: UTF8.self) == #"{"a":[],"b":{},"c":[1,true,0.5,0.0]}"#)
  }
}
