import FireflyCore
import Testing

/// What is code in a text.
@Suite struct CodeMarksTests {
  /// The texts, with ⟨ and ⟩ around what is code.
  @Test(arguments: [
    "a ⟨`b`⟩ c", "a ⟨``b ` c``⟩ `d", "a \\`b ⟨`c`⟩", "a ⟨`b\\`⟩ c`", "a ⟨`b\nc`⟩ d", "`a\n\nb`",
    "`a\n- b`",
    "⟨```\n⟩⟨a\n⟩⟨```\n⟩b", "⟨~~~\n⟩⟨```\n⟩⟨~~~⟩", "a\n⟨```\n⟩⟨b⟩", "a\n    b\n\n⟨    c⟩",
    "- a\n\n  b\n\n⟨      c⟩", "⟨> ```\n⟩⟨> a\n⟩b", "⟨- ```\n⟩⟨  a\n⟩b", "# ⟨`a`⟩\n⟨    b⟩",
    "⟨<pre>\n⟩⟨\n⟩⟨a\n⟩⟨</pre> b\n⟩c", "⟨<PRE a=b>c</pre>\n⟩d", "<prefix>\na", "a <pre>b",
    "⟨<textarea\n⟩⟨>\n⟩⟨</textarea>\n⟩a", "⟨> <style>\n⟩⟨> a\n⟩b", "a\n⟨<script>⟩",
    "| ⟨`a`⟩ |\n|---|\n| ⟨`b`⟩ |",
  ])
  func code(_ marked: String) {
    let text = marked.filter { !"⟨⟩".contains($0) }
    let bytes = Array(text.utf8)
    var (result, place): ([UInt8], Int) = ([], 0)
    for range in CodeMarks.code(in: bytes) {
      result += bytes[place..<range.lowerBound] + Array("⟨".utf8) + bytes[range] + Array("⟩".utf8)
      place = range.upperBound
    }
    #expect(String(decoding: result + bytes[place...], as: UTF8.self) == marked)
  }
}
