import FireflyScreen
import FireflyText
import Foundation
import Testing

@Suite("Right-to-left text")
struct RightToLeftTests {
  /// A paragraph that begins right-to-left goes to the right edge, in drawing order.
  @Test
  func aParagraphThatBeginsRightToLeftGoesToTheRightEdge() {
    #expect(lines("שלום עולם", width: 12) == ["   םלוע םולש"])
    #expect(lines("אחת שתיים שלוש", width: 10) == [" םייתש תחא", "      שולש"])
    #expect(lines("שלום (abc) 12", width: 16) == ["   12 (abc) םולש"])
  }

  /// Right-to-left words in a left-to-right paragraph are turned where they stand.
  @Test
  func rightToLeftWordsInALeftToRightParagraphAreTurned() {
    #expect(lines("say שלום עולם twice") == ["say םלוע םולש twice"])
    #expect(lines("a\n\nשלום", width: 6) == ["a", "", "  םולש"])
  }

  @Test
  func bulletsAndBarsStandAtTheRight() {
    #expect(lines("- שלום\n- עולם", width: 8) == ["  םולש •", "  םלוע •"])
    #expect(lines("> שלום", width: 8) == ["  םולש ▎"])
    #expect(lines("1. שלום", width: 9) == ["  םולש .1"])
  }

  @Test
  func arabicLettersAreJoined() {
    #expect(lines("سلام", width: 4) == [" \u{FEE1}\u{FEFC}\u{FEB3}"])
  }

  @Test
  func stylesFollowTheirLetters() {
    let text = MarkdownFormatter.format("שלום **עולם**", width: 9)
    #expect(text.lines[0].text == "םלוע םולש")
    #expect(text.lines[0].spans.first?.attributes == .bold)
  }

  @Test
  func aTablesCellsAreTurnedOnceWhereverTheyStand() {
    #expect(
      lines("| a | שלום עולם |\n|---|---|\n| אב | b |", width: 30)
        == ["a  │ םלוע םולש", "───┼──────────", "בא │ b"])
    // Too narrow for columns, the same cells are lines of their own.
    #expect(
      lines("| a | b |\n|---|---|\n| שלום | x |", width: 6).contains { $0.contains("םולש") })
    // Cells of every shape are drawn as a paragraph of the same words is.
    for words in ["שלום", "שלום (abc) 12", "abc שלום", "سلام", "12 שלום"] {
      let drawn = lines(words, width: 20)[0].trimmingCharacters(in: .whitespaces)
      for quote in ["", "> ", "- "] {
        let table =
          "\(quote)| x |\n\(quote == "- " ? "  " : quote)|---|\n"
          + "\(quote == "- " ? "  " : quote)| \(words) |"
        #expect(lines(table, width: 40).contains { $0.contains(drawn) }, "\(quote)\(words)")
      }
    }
  }

  @Test
  func aTerminalThatTurnsTextItselfGetsItInReadingOrder() {
    #expect(lines("שלום עולם", width: 12, reordersBidi: false) == ["שלום עולם"])
    #expect(lines("- שלום", width: 12, reordersBidi: false) == ["• שלום"])
  }

  @Test
  func codeKeepsItsDirection() {
    #expect(lines("    x = \"שלום\"", width: 30) == ["  x = \"םולש\""])
  }
}
