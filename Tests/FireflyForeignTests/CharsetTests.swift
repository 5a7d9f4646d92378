import Testing

@testable import FireflyForeign

/// Bytes in other character sets than UTF-8.
@Suite struct CharsetTests {
  @Test func otherCharacterSetsAreDecoded() {
    #expect(Charset.decode([0x42, 0x72, 0xF8], "ISO-8859-1") == "Brø")
    #expect(Charset.decode([0xC1, 0xC2, 0xD7], "KOI8-R") == "абв")
    #expect(Charset.decode([0xC3, 0xA4], "shift_jis") != "ä")
  }

  @Test(arguments: ["gb2312", "gbk", "big5", "euc-kr", "shift_jis", "iso-8859-1"])
  func utf8IsKnownUnderOtherNames(name: String) {
    #expect(Charset.decode(Array("这是统一码, no: 中文".utf8), name) == "这是统一码, no: 中文")
  }

  /// Letters of two bytes, also beside longer ones; none of these is likely to be Chinese.
  @Test(
    arguments: ["gb2312", "gbk", "big5", "euc-kr"],
    [
      "José García", "Zoë", "Ünal", "Иван Петров", "José 张", "naïve — Grüße",
    ])
  func shortLettersOfUTF8AreKnownUnderOtherNames(name: String, text: String) {
    #expect(Charset.decode(Array(text.utf8), name) == text)
  }

  /// Each of these is also UTF-8, by chance.
  @Test(arguments: [
    ([0xD2, 0xBB], "一"), ([0xD2, 0xBB, 0xC4, 0xBF], "一目"), ([0x51, 0x51, 0xC8, 0xBA], "QQ群"),
    ([0x41, 0x20, 0xC3, 0xA8], "A 猫"),
    ([0xCC, 0xA4, 0xCC, 0xA4, 0xCA, 0xB5, 0xCA, 0xB5], "踏踏实实"),
  ])
  func chineseStays(bytes: [UInt8], text: String) {
    #expect(Charset.decode(bytes, "gb2312") == text)
  }

  @Test(arguments: [
    ("text/html; charset=UTF-8", "utf-8"),
    ("text/html; charset=\"ISO_8859-1:1987\"", "iso_8859-1:1987"),
    ("<meta charset='koi8-r'>", "koi8-r"), ("<meta content=\"text/html; charset=big5\">", "big5"),
    ("text/html; charset=", nil), ("text/html", nil),
  ])
  func namesAreFound(_ text: String, _ name: String?) {
    #expect(Charset.named(in: text.utf8) == name)
  }

  @Test func declarationsHaveNames() {
    let text = #"<?xml version="1.0" encoding='windows-1251'?>"#
    #expect(Charset.named(in: text.utf8, after: "encoding=") == "windows-1251")
    #expect(Charset.named(in: text.utf8, after: "encoding=", within: 20) == nil)
  }
}
