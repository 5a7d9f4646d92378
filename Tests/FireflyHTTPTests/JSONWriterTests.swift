import FireflyJSON
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
    let decoded = try JSONDecoder().decode([String?].self, from: Data(json.takeBytes()))
    #expect(decoded == [text, nil, ""])
  }

  private static let hidden = Set(
    [0x7F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029] + Array(0...0x1F) + Array(0x80...0x9F)
      + Array(0x202A...0x202E) + Array(0x2066...0x2069) as [UInt32])

  /// What commands a terminal, or turns the direction of a line, is never there as such.
  @Test func hiddenCharactersAreEscaped() throws {
    let all = (0...0x2FFF).compactMap { Unicode.Scalar($0 as UInt32).map(String.init) }
    for length in 0..<9 {
      let text = String(repeating: "é", count: length) + all.joined() + "😀"
      var json = JSONWriter()
      json.beginArray()
      json.value(text)
      json.endArray()
      let written = json.takeBytes()
      let encoded = JSONWriter.escapingHidden(try JSONEncoder().encode([text]))
      for bytes in [written, encoded] {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        #expect(!scalars.contains { Self.hidden.contains($0.value) })
        #expect(try JSONDecoder().decode([String].self, from: Data(bytes)) == [text])
      }
    }
  }

  /// Wherever in a text it is that a byte needs an escape.
  @Test func escapesAreFoundAnywhere() throws {
    for length in 0...20 {
      for place in 0..<max(1, length) {
        for sign in [
          "\"", "\\", "\n", "\u{1}", "\u{1F}", " ", "\u{7F}", "\u{80}", "é", "\u{FFFD}", "“",
          "\u{202E}", "\u{2066}", "\u{61C}", "ا",
        ] {
          var text = Array(repeating: "!", count: length)
          if length > 0 { text[place] = sign }
          var json = JSONWriter()
          json.beginArray()
          json.value(text.joined())
          json.endArray()
          let bytes = json.takeBytes()
          #expect(!bytes.contains { $0 < 0x20 })
          #expect(try JSONDecoder().decode([String].self, from: Data(bytes)) == [text.joined()])
        }
      }
    }
  }

  @Test(arguments: [
    0, 7, 10, -1, -10, 99, 100, 12_345, 1_000_000_007, Int.max, Int.min, Int.max - 1,
  ])
  func numbersAreWhatTheyAre(number: Int) {
    var json = JSONWriter()
    json.value(number)
    #expect(String(decoding: json.takeBytes(), as: UTF8.self) == "\(number)")
  }

  @Test(arguments: [0.0, -0.0, 1, -1, 0.1, 1e-9, 1e300, -0.25])
  func fractionsAreWhatTheyAre(number: Double) {
    var json = JSONWriter()
    json.value(number)
    #expect(String(decoding: json.takeBytes(), as: UTF8.self) == "\(number)")
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
      String(decoding: json.takeBytes(), as: UTF8.self) == #"{"a":[],"b":{},"c":[1,true,0.5,0.0]}"#)
  }
}
