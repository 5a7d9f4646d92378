import OddInputs
import Testing

@testable import FireflyForeign

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

  /// Places in which versions of libxml2 differ about where a tag begins; `%` stands for attributes.
  private static let places = [
    "<textarea><p %>w</textarea>", "<!-- a --!><p %>-->w", "<title><p %>w</title>",
    "<svg><title><p %>w</title></svg>", "<math><textarea><p %>w", "<script/><p %>w</script>",
    "<textarea/><p %>w", "<style/><p %>w", "<!----!><p %>-->w", "<!x <p a=\"><p %>w\">",
    "</x <p a=\"><p %>w\">", "<?x <p a=\"><p %>w\">", "<_ %>w", "<:a %>w", "<y a\"b='><p %>w'>",
    "<y a=b'><p %>w'>", "<div><script>\"</div><p %>\"</script>w",
    "<div><script></x><y a=\"</script><p %>w\">", "<script></scripts><y a=\"</script><p %>w\">",
    "<script><!--<script></script><p %>--></script>w", "<x =<p %>w", "<x a='<p %>w",
    "<3 <p a=\"><p %>w\">",
    "<![CDATA[<y a=\"]]><p %>w\">", "<!DOCTYPE a PUBLIC \"> <y a='\"><p %>'>w",
    "<p><xmp><y a='</xmp><p %>w'>",
    "<noscript><y a='</noscript><p %>w'>", "<iframe><p %></iframe>w", "<p %<p %>w", "<p/%/>w",
  ]

  @Test(arguments: places)
  func noTagHasMoreThanAThousandAttributes(_ place: String) {
    for attribute in ["a%=1", "a%", "a%=\"1\"", "<a%='", "b%=<"] {
      let list = (0..<3_000).map { attribute.replacing("%", with: "\($0)") }.joined(separator: " ")
      var (pieces, page) = (HTMLPieces(Array(place.replacing("%", with: list).utf8)), "")
      while let piece = pieces.next() { page += String(decoding: piece, as: UTF8.self) }
      // Whatever stands around it, a tag begins at a `<` with a name behind it.
      for tag in page.split(separator: "<")
      where tag.first.map({ $0.isLetter || "_:.".contains($0) }) == true {
        var (blanks, isValue) = (0, false)
        for character in tag {
          if character == ">", !isValue { break }
          if character == "\"" { isValue.toggle() }
          if character == " ", !isValue { blanks += 1 }
        }
        #expect(blanks <= 1_000, "\(tag.prefix(80))")
      }
    }
  }

  @Test(arguments: [
    "<textarea><p %>words", "<!-- a --!><p %>-->words", "<div><script>'</div><p %>'</script>",
  ])
  func placesOfTagsTakeLinearTime(_ place: String) async throws {
    let row = GrowthRow(place, 5_000) { count in
      place.replacing("%", with: (0..<count).map { "a\($0)=1" }.joined(separator: " "))
    } work: {
      _ = self.markdown($0)
    }
    try await row.expect()
  }

  @Test(arguments: [
    ("a<!-- <p> x --!>b<!-->c<!--->d", "abcd"), ("1 < 2 <3 </3 a<", "1 \\< 2 \\<3 \\</3 a\\<"),
    ("<script/>a<style />b", "ab"),
    ("<a href='https://a.org/?q=\"<b>\"&amp;r=1'>l</a>", "[l](https://a.org/?q=%22%3Cb%3E%22&r=1)"),
    ("<a title=x href=https://a.org/b/>l</a>c", "[l](https://a.org/b/)c"),
    ("<?xml version='1.0'?><!DOCTYPE html><p>a</p></html>b", "a\n\nb"),
    ("<script type='math/tex'>a<b</script>", "$a< b$"), ("<P>a<BR/>b</P >c", "a\\\nb\n\nc"),
  ])
  func thePlainFormMeansTheSame(_ html: String, _ expected: String) {
    #expect(markdown(html) == expected)
  }

  @Test(arguments: [
    "<p>a<![CDATA[ words ]]>c", "a <!words b", "a <? words", "a <!DOCTYPE words", "a</ words>",
  ])
  func whatBeginsNoTagIsText(_ html: String) {
    #expect(markdown(html).contains("words"))
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
