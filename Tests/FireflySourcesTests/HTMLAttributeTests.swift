import FireflySources
import Glibc
import Testing

/// Elements with very many attributes, which libxml2 alone reads in quadratic time.
@Suite struct HTMLAttributeTests {
  private func markdown(_ html: String) -> String {
    HTMLText(html, habits: .init(base: "https://example.org")).markdown
  }

  /// The least processor time of three, in seconds.
  private func seconds(_ html: String) -> Double {
    (0..<3).map { _ in
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
      _ = markdown(html)
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
      return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
    }.min() ?? 0
  }

  @Test(arguments: [" a%=1", " a%", " a%='x'", "b%=\"1\"", "\na%=>x<p", "/a%", "a%= 'x' "])
  func attributesTakeLinearTime(_ attribute: String) {
    func tag(_ count: Int) -> String {
      let list = (0..<count).map { attribute.replacing("%", with: "\($0)") }.joined()
      return "<p " + list + ">words</p>"
    }
    let once = seconds(tag(20_000))
    let twice = seconds(tag(40_000))
    #expect(twice < max(3 * once, 0.3), "\(once) s, then \(twice) s")
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
