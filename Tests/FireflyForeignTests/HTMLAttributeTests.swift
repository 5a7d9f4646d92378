import FireflyForeign
import OddInputs
import Testing

/// Elements with very many attributes, which libxml2 alone reads in quadratic time.
@Suite struct HTMLAttributeTests {
  private func markdown(_ html: String) -> String {
    HTMLText(html, habits: .init(base: "https://example.org")).markdown
  }

  @Test(arguments: [" a%=1", " a%", " a%='x'", "b%=\"1\"", "\na%=>x<p", "/a%", "a%= 'x' "])
  func attributesTakeLinearTime(_ attribute: String) async throws {
    let row = GrowthRow("attributes \(attribute)", 5_000) { count in
      let list = (0..<count).map { attribute.replacing("%", with: "\($0)") }.joined()
      return "<p " + list + ">words</p>"
    } work: {
      _ = self.markdown($0)
    }
    try await row.expect()
  }

  @Test func theFirstThousandAttributesCount() {
    let list = (0..<998).map { " a\($0)=1" }.joined()
    #expect(markdown("<p\(list) style='white-space:pre'>a\nb</p>c") == "a\\\nb\n\nc")
    #expect(markdown("<p\(list) x y z style='white-space:pre'>a\nb</p>c") == "a b\n\nc")
    #expect(markdown("<!-- <p\(list)\(list)\(list) --> a") == "a")
    #expect(markdown("<script>a<b\(list)\(list)</script> a") == "a")
    #expect(
      markdown("<a href='https://a.org'\(list)\(list) x='>'>w</a> b") == "[w](https://a.org) b")
  }

  @Test func aCancelledTaskReadsNoFurther() async {
    let html = String(repeating: "<p>some words</p>", count: 20_000)
    let text = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return markdown(html)
    }.value
    #expect(text.utf8.count < 200_000)
  }
}
