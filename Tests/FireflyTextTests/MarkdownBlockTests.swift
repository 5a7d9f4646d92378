import FireflyScreen
import FireflyText
import Testing

@Suite("Blocks of Markdown")
struct MarkdownBlockTests {
  @Test
  func paragraphsSoftBreaksJoinedSpacesReducedABlankLineBetween() {
    #expect(lines("one\ntwo  three\n   four\n\n\n\nfive") == ["one two three four", "", "five"])
    #expect(lines("hard  \nbreak\\\nhere") == ["hard", "break", "here"])
    #expect(lines("") == [])
    #expect(lines(" \n\t\n") == [])
    #expect(lines("CRLF one\r\nCRLF two\r\n\r\nthree") == ["CRLF one CRLF two", "", "three"])
  }

  @Test
  func softBreaksBetweenHanOrKanaLeaveNoSpace() {
    #expect(lines("船轉得\n比你快") == ["船轉得比你快"])
    #expect(lines("船轉得\nfast") == ["船轉得 fast"])
    #expect(lines("바람이\n분다") == ["바람이 분다"])
  }

  @Test
  func headingsAreBoldByLevelAndNoBlankLineFollowsThem() {
    let text = MarkdownFormatter.format(
      "# One\nbody\n## Two\n\nSub\n===\nlast\n\n###### Six *em*", width: 40)
    #expect(text.lines.map(\.text) == ["One", "body", "", "Two", "Sub", "last", "", "Six em"])
    #expect(spans(of: text, holding: "One").first?.role == .heading(1))
    #expect(spans(of: text, holding: "One").first?.attributes == [.bold, .underline])
    #expect(spans(of: text, holding: "Two").first?.attributes == .bold)
    #expect(spans(of: text, holding: "Six").first?.role == .heading(6))
    #expect(spans(of: text, holding: "em").first?.attributes == [.bold, .italic])
    #expect(spans(of: text, holding: "body").first?.role == .body)
  }

  @Test
  func aPictureIsItsDescriptionBehindASignWhereverItIs() {
    #expect(lines("![a sail](sail.png)\n\nwords") == ["▣ a sail", "", "words"])
    #expect(lines("before ![a *sail*](s.png \"title\") after") == ["before ▣ a sail after"])
    #expect(lines("![ref][x] words\n\n[x]: a.png") == ["▣ ref words"])
    #expect(lines("- ![only](a.png)") == ["• ▣ only"])
    #expect(lines("[a](https://example.org/) ![b](b.png) c") == ["a[1] ▣ b c"])
    #expect(lines("[![badge](b.png)](https://example.org)") == ["▣ badge[1]"])
  }

  @Test
  func bulletsByDepthHangingIndentsTightAndLoose() {
    #expect(
      lines("- one two three four\n  - five\n    * six\n      + seven\n- eight", width: 12)
        == [
          "• one two", "  three four", "  ◦ five", "    ▪ six", "      ▪", "      seven",
          "• eight",
        ])
    #expect(lines("- a\n\n- b") == ["• a", "", "• b"])
    #expect(lines("- a\n\n  more\n- b") == ["• a", "", "  more", "", "• b"])
    #expect(lines("text\n- a") == ["text", "• a"])
    #expect(lines("text\n\n- a\n\ntext") == ["text", "", "• a", "", "text"])
    #expect(lines("-\n- b\n-") == ["•", "• b", "•"])
    #expect(lines("- - a\n  - b") == ["• ◦ a", "  ◦ b"])
  }

  @Test
  func numbersKeepTheirStartAndStandRightAligned() {
    #expect(lines("8. a\n9. b\n10. c") == [" 8. a", " 9. b", "10. c"])
    #expect(lines("3) a\n3) b") == ["3) a", "4) b"])
    #expect(lines("1. a\n   - b\n2. c") == ["1. a", "   • b", "2. c"])
    #expect(lines("999999999. a\n1. b") == [" 999999999. a", "1000000000. b"])
  }

  @Test
  func tasksHaveBoxes() {
    #expect(lines("- [ ] to do\n- [x] done\n- plain") == ["☐ to do", "☑ done", "• plain"])
    #expect(lines("1. [ ] a\n2. [X] b") == ["1. ☐ a", "2. ☑ b"])
    #expect(lines("- [ ] a\n- [x] b", symbols: .ascii) == ["[ ] a", "[x] b"])
  }

  @Test
  func quotesHaveABarOnEveryLineAlsoOnTheBlankOnesInside() {
    #expect(
      lines("> one two three\n>\n> > four\n\n> five", width: 9)
        == ["▎ one two", "▎ three", "▎", "▎ ▎ four", "", "▎ five"])
    #expect(lines("> - a\n>   b\n\n- > c") == ["▎ • a b", "", "• ▎ c"])
    #expect(lines("> a\nlazy") == ["▎ a lazy"])
    let text = MarkdownFormatter.format("> a `b`", width: 20)
    #expect(text.lines[0].spans.map(\.role) == [.quote, .quote, .code])
  }

  @Test
  func codeIsCutWhereTheLineEndsWithAMarkAndNeverJoined() {
    #expect(
      lines("```sh\nab  cd\n\n\tx\n```", width: 30) == ["  ab  cd", "  ", "      x"])
    #expect(lines("    abcdefghijkl\n", width: 8) == ["abcdefg↵", "hijkl"])
    #expect(lines("    abcdefgh\n", width: 8) == ["abcdefgh"])
    #expect(lines("    漢字漢字漢\n", width: 8) == ["漢字漢 ↵", "字漢"])
    #expect(lines("```\nabcdefghijkl", width: 8, symbols: .ascii) == ["abcdefg\\", "hijkl"])
    #expect(lines("~~~\n*not* <b>\n~~~", width: 30) == ["  *not* <b>"])
    #expect(lines("- ```\n  a\n  ```\n- b", width: 30) == ["•   a", "• b"])
    let text = MarkdownFormatter.format("    abc", width: 20)
    #expect(text.lines[0].spans.allSatisfy { $0.role == .codeBlock })
  }

  @Test
  func thematicBreaksFillTheWidth() {
    #expect(lines("a\n\n***\n\nb", width: 5) == ["a", "", "─────", "", "b"])
    #expect(lines("> ---", width: 6, symbols: .ascii) == ["> ----"])
  }

  @Test
  func htmlTagsAndCommentsGoTheTextStays() {
    #expect(
      lines("<div class=\"a\">\nOne <b>two</b> &amp; &#x33;<br>three\n</div>")
        == ["One two & 3", "three"])
    #expect(lines("<p>a</p><p>b</p>") == ["a", "", "b"])
    #expect(lines("<!-- hidden\n\n-->\n\nshown") == ["shown"])
    #expect(lines("<script>\nalert(1)\n</script>\n\nshown") == ["shown"])
    #expect(lines("a <kbd>key</kbd> <!-- c --> b<br/>c") == ["a key b", "c"])
    #expect(lines("<div>a < b &nosuch; & &#xD800; c</div>") == ["a < b &nosuch; & &#xD800; c"])
    #expect(lines("List<String> and a<b and c>d", width: 40) == ["List<String> and a<b and c>d"])
    #expect(lines("a<INPUT type='x y' checked/>b <Object>") == ["ab <Object>"])
    #expect(lines("<T>\na <T x> b</T>\n<b>c") == ["<T> a <T x> b</T> c"])
    #expect(lines("<div>&#27;[31mred&#x202E;</div>") == ["red"])
  }

  @Test
  func everythingInASCIIWhereThereIsNoUTF8() {
    let body = "# H\n- a\n  - b\n- [x] c\n\n> q\n\n---\n\n|a|b|\n|-|-|\n|c|d|\n\n```\ncode\n```"
    let text = lines(body, width: 12, symbols: .ascii)
    #expect(text.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(
      text == [
        "H", "* a", "  - b", "[x] c", "", "> q", "", "------------", "", "a | b", "--+--", "c | d",
        "", "code",
      ])
  }
}
