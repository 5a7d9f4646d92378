import FireflyForeign
import Testing

/// Bytes in other character sets than UTF-8.
@Suite struct CharsetTests {
  @Test func otherCharacterSetsAreDecoded() {
    #expect(Charset.decode([0x42, 0x72, 0xF8], "ISO-8859-1") == "Brø")
    #expect(Charset.decode([0xC1, 0xC2, 0xD7], "KOI8-R") == "абв")
    #expect(Charset.decode([0xC3, 0xA4], "shift_jis") != "ä")
  }
}
