import FireflyEditor
import Testing

/// What stands there, the keys, what stands there then.
@Suite struct MovingTests {
  @Test(arguments: [
    ("a|b", "<Right>", "ab|"), ("ab\n|cd", "<Left>", "ab|\ncd"), ("ab|\ncd", "<Right>", "ab\n|cd"),
    ("|ab", "<Left>", "|ab"), ("ab|", "<Right>", "ab|"),
    ("a|b", "<Ctrl-F><Ctrl-B><Ctrl-B>", "|ab"),
    // Characters are moved over as a whole.
    ("|e\u{301}x", "<Right>", "e\u{301}|x"), ("👩‍👩‍👧|", "<Left>", "|👩‍👩‍👧"),
    ("🇩🇪🇫🇷|", "<Left>", "🇩🇪|🇫🇷"), ("|กำ", "<Right>", "กำ|"), ("한|글", "<Left>", "|한글"),
    // A selection is left at the end to which one goes.
    ("a[bc|]d", "<Left>", "a|bcd"), ("a[|bc]d", "<Right>", "abc|d"),
  ])
  func byCharacter(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  @Test(arguments: [
    ("|one two", "<Ctrl-Right>", "one| two"), ("one| two", "<Alt-F>", "one two|"),
    ("one two|", "<Ctrl-Left>", "one |two"), ("one |two", "<Alt-B>", "|one two"),
    ("|(one), two", "<Alt-F>", "(one|), two"), ("one.|\n\ntwo", "<Alt-F>", "one.\n\ntwo|"),
    ("one\n  |two", "<Alt-B>", "|one\n  two"), ("don’t|", "<Alt-B>", "|don’t"),
    // Where no spaces part them, words end where the script changes.
    ("|漢字かなカナ", "<Alt-F>", "漢字|かなカナ"), ("漢字かなカナ|", "<Alt-B>", "漢字かな|カナ"),
    // Words of Chinese have two letters on average; signs are steps.
    ("|我爱北京天安门", "<Ctrl-Right>", "我爱|北京天安门"),
    ("|我爱北京天安门", "<Alt-F><Alt-F><Alt-F><Alt-F>", "我爱北京天安门|"),
    ("我爱北京天安门|", "<Ctrl-Left>", "我爱北京天|安门"),
    ("|你好，世界。", "<Alt-F><Alt-F>", "你好，|世界。"), ("你好|，世界", "<Alt-F>", "你好，|世界"),
    ("你好。|", "<Alt-B>", "你好|。"), ("你好。|", "<Alt-B><Alt-B>", "|你好。"),
    ("你好|，world", "<Alt-F>", "你好，|world"), ("you，|世界", "<Alt-B>", "you|，世界"),
    ("|ア・イ", "<Alt-F><Alt-F>", "ア・|イ"),
    // Thai has blanks between phrases only.
    ("|ภาษาไทย ดีมาก", "<Ctrl-Right>", "ภาษาไทย| ดีมาก"),
    ("ภาษา(ไทย)|", "<Alt-B><Alt-B>", "ภาษา(|ไทย)"),
    ("ภาษาไทย ดีมาก|", "<Ctrl-Left>", "ภาษาไทย |ดีมาก"),
    ("|한글 말", "<Alt-F>", "한글| 말"), ("|...", "<Alt-F>", "...|"), ("...|", "<Alt-B>", "|..."),
  ])
  func byWord(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  /// At 10 columns: `one two`, `three four`, `five`.
  @Test(arguments: [
    ("one two three f|our five", "<Home>", "one two |three four five"),
    ("one two |three four five", "<Home>", "|one two three four five"),
    ("one two th|ree four five", "<End>", "one two three four| five"),
    ("one two three four| five", "<End>", "one two three four five|"),
    ("o|ne two three four five", "<Ctrl-E>", "one two| three four five"),
    ("one two three fou|r five", "<Up>", "one two| three four five"),
    // The column where it began is kept over shorter rows, and forgotten by anything else.
    ("one two three four| five", "<Up><Down>", "one two three four| five"),
    ("one two three four| five", "<Down><Up>", "one two three four| five"),
    ("one two three four| five", "<Up><Left><Down>", "one two three |four five"),
    ("|one two three four five", "<Ctrl-Down>", "one two three four five|"),
    ("abc\nd|ef", "<Ctrl-Up>", "abc\n|def"), ("abc\n|def", "<Alt-{>", "|abc\ndef"),
    ("abc|\ndef", "<Alt-}>", "abc\ndef|"),
    ("one| two three four five", "<PgDn>", "one two three four fiv|e"),
    // The column on the screen counts: the letter after the caret is shown last.
    ("abc |אבג\n0123456789", "<Down>", "abc אבג\n012345|6789"),
    ("abc\nd|ef", "<Ctrl-Home>", "|abc\ndef"), ("a|bc\ndef", "<Ctrl-End>", "abc\ndef|"),
  ])
  func byRow(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after, width: 10)
  }

  @Test(arguments: [
    ("a|bc", "<Shift-Right>", "a[b|]c"), ("a[b|]c", "<Shift-Left>", "a|bc"),
    ("abc|", "<Shift-Home>", "[|abc]"), ("one two|", "<Ctrl-Shift-Left>", "one [|two]"),
    ("a|b\ncd", "<Shift-Down>", "a[b\nc|]d"), ("a|bc", "<Shift-Up>", "[|a]bc"),
    ("a|bc", "<Shift-Down>", "a[bc|]"),
    // The mark selects where Shift can't be told.
    ("a|bc", "<Ctrl-@><Right><Right>", "a[bc|]"), ("a|bc", "<Ctrl-@><Right><Ctrl-@>", "ab|c"),
    ("a|bc", "<Ctrl-@><Right><Ctrl-G>", "ab|c"), ("a|bc", "<Alt-A>", "[abc|]"),
    ("[ab|]c", "<Ctrl-G>", "ab|c"), ("a|bc", "<Shift-Right><Down>", "ab|c"),
  ])
  func selecting(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  @Test func goingBeyondTheFieldIsLeftToItsOwner() throws {
    for (keys, exit) in [
      ("<Up>", EditorOutcome.Exit.above), ("<Down>", .below), ("<Enter>", .next),
    ] {
      var scene = Scene("a|b", mode: .line)
      try scene.press(keys)
      #expect(scene.outcome.exit == exit)
      #expect("\(scene)" == "a|b")
    }
    var scene = Scene("a|b\nc")
    try scene.press("<Down>")
    #expect(scene.outcome.exit == nil)
  }

  /// Where a row is cut inside of a word, its end is where the next row begins: End stays on it.
  @Test func theEndOfACutRowIsOnThatRow() throws {
    var scene = Scene("|abcdefgh", width: 4)
    try scene.press("<End>")
    #expect(scene.editor.caretRow == 0)
    #expect(scene.editor.caretColumn == 4)
    try scene.press("<Down>")
    #expect((scene.editor.caretRow, scene.editor.caretColumn) == (1, 4))
    try scene.press("<Up>")
    #expect((scene.editor.caretRow, scene.editor.caretColumn) == (0, 4))
    try scene.press("<Home>")
    #expect("\(scene)" == "|abcdefgh")
    try scene.press("<End><Right>")
    #expect((scene.editor.caretRow, scene.editor.caretColumn) == (1, 1))
  }

  @Test func aFullRowIsNotFollowedByAnEmptyOne() throws {
    var scene = Scene("|", width: 4)
    try scene.press("abcd")
    #expect(scene.editor.rowCount == 1)
    #expect((scene.editor.caretRow, scene.editor.caretColumn) == (0, 4))
    try scene.press("   ")
    #expect((scene.editor.rowCount, scene.editor.caretColumn) == (1, 4))
    try scene.press("e")
    #expect((scene.editor.caretRow, scene.editor.caretColumn) == (1, 1))
  }
}
