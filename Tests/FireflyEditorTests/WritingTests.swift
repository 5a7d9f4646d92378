import Testing

@testable import FireflyEditor

@Suite struct WritingTests {
  @Test(arguments: [
    ("a|c", "b", "ab|c"), ("a[b|]c", "x", "ax|c"), ("a[|b]c", "<Backspace>", "a|c"),
    ("ab|", "<Backspace>", "a|"), ("a\n|b", "<Backspace>", "a|b"), ("a|\nb", "<Del>", "a|b"),
    ("|ab", "<Ctrl-D>", "|b"), ("|a", "<Backspace>", "|a"), ("a|", "<Del>", "a|"),
    ("e\u{301}|", "<Backspace>", "|"), ("🇩🇪🇫🇷|", "<Backspace>", "🇩🇪|"),
    // Signs of Brahmic scripts go one by one, as they came.
    ("नमस्ते|", "<Backspace>", "नमस्त|"), ("क्षि|", "<Backspace><Backspace>", "क्|"),
    ("ที่|", "<Backspace>", "ที|"), ("กำ|", "<Backspace>", "ก|"), ("கொ|", "<Backspace>", "க|"),
    ("សម្ដី|", "<Backspace>", "សម្ដ|"), ("မြန်|", "<Backspace>", "မြန|"),
    // So do the points of Hebrew and Arabic.
    ("שָׁ|", "<Backspace>", "שָ|"), ("بَّ|", "<Backspace><Backspace>", "ب|"),
    ("|क्षि", "<Del>", "|"), ("한|", "<Backspace>", "|"), ("👩‍👩‍👧|", "<Backspace>", "|"),
    ("ế|", "<Backspace>", "|"), ("नि|", "<Backspace><Ctrl-Z>", "नि|"),
    // What is typed may become part of the character before it.
    ("e|", "\u{301}", "e\u{301}|"), ("🇩|", "🇪", "🇩🇪|"),
    ("ab|c", "<Alt-T>", "acb|"), ("abc|", "<Alt-T>", "acb|"), ("a|", "<Alt-T>", "a|"),
  ])
  func charactersComeAndGo(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  @Test(arguments: [
    ("one two|", "<Ctrl-W>", "one |"), ("one two|", "<Ctrl-W><Ctrl-W>", "|"),
    ("one two|", "<Ctrl-W><Ctrl-W><Ctrl-Y>", "one two|"),
    ("|one two", "<Alt-D><Alt-D><Ctrl-Y>", "one two|"),
    ("a|bc\nd", "<Ctrl-K>", "a|\nd"), ("a|bc\nd", "<Ctrl-K><Ctrl-K>", "a|d"),
    ("a|bc\nd", "<Ctrl-K><Ctrl-K><Ctrl-Y>", "abc\n|d"),
    ("ab|c", "<Ctrl-U>", "|c"), ("a\nb|c", "<Ctrl-U><Ctrl-U>", "a|c"),
    ("a\nb|c", "<Ctrl-U><Ctrl-U><Ctrl-Y>", "a\nb|c"),
    ("a[bc|]d", "<Ctrl-W><Ctrl-E><Ctrl-Y>", "adbc|"),
    ("[bc|]d", "<Alt-W><Ctrl-G><Ctrl-E><Ctrl-V>", "bcdbc|"),
    // What was cut before that, and before that.
    ("one two|", "<Ctrl-W><Left><Ctrl-W><Ctrl-Y><Alt-Y>", "two| "),
    ("one two|", "<Ctrl-W><Left><Ctrl-W><Ctrl-Y><Alt-Y><Alt-Y>", "one| "),
    ("ab|", "<Alt-Y>", "ab|"), ("ab|", "<Ctrl-Y>", "ab|"),
  ])
  func cutTextCanBePasted(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  @Test(arguments: [
    ("- a|", "<Enter>", "- a\n- |"), ("- a\n- |", "<Enter>", "- a\n\n|"),
    ("- a| b", "<Enter>", "- a\n- |b"), ("* a|", "<Enter>", "* a\n* |"),
    ("9. a|", "<Enter>", "9. a\n10. |"), ("1) a|", "<Enter>", "1) a\n2) |"),
    // Within a list each number comes once.
    ("1. a|\n2. b\n3. c", "<Enter>", "1. a\n2. |\n3. b\n4. c"),
    ("8. a| b\n9. c\n10. d\n\ne", "<Enter>", "8. a\n9. |b\n10. c\n11. d\n\ne"),
    ("1. a|\n   more\n   1. in\n\n2. b", "<Enter>", "1. a\n2. |\n   more\n   1. in\n\n3. b"),
    ("> 1) a|\n> 2) b\n\n2) c", "<Enter>", "> 1) a\n> 2) |\n> 3) b\n\n2) c"),
    ("1. a|\n1. b", "<Enter>", "1. a\n2. |\n1. b"), ("1. a|\n2) b", "<Enter>", "1. a\n2. |\n2) b"),
    ("1. a|\nno item\n2. b", "<Enter>", "1. a\n2. |\nno item\n2. b"),
    ("1. a|\n2. b", "<Enter><Ctrl-Z>", "1. a|\n2. b"),
    ("1. a|\n2. b", "<Enter>2. x", "1. a\n2. x|\n3. b"),
    ("999999999. a|", "<Enter>", "999999999. a\n999999999. |"),
    ("- [x] a|", "<Enter>", "- [x] a\n- [ ] |"), ("- [ ] |", "<Enter>", "|"),
    ("> a|", "<Enter>", "> a\n> |"), ("> a\n> |", "<Enter>", "> a\n\n|"),
    ("> - a\n> - |", "<Enter>", "> - a\n>\n> |"), ("a\n\n- |", "<Enter>", "a\n\n|"),
    // Not in code.
    ("```\n- a|", "<Enter>", "```\n- a\n|"), ("~~~ x\n- |", "<Enter>", "~~~ x\n- \n|"),
    ("```\nb\n```\n- a|", "<Enter>", "```\nb\n```\n- a\n- |"),
    ("````\n```\n> a|", "<Enter>", "````\n```\n> a\n|"),
    ("- ```\n  - a|", "<Enter>", "- ```\n  - a\n|"),
    ("```\n~~~\n- a|", "<Enter>", "```\n~~~\n- a\n|"),
    ("a\n\n    - b|", "<Enter>", "a\n\n    - b\n|"),
    ("- a\n\n    - b|", "<Enter>", "- a\n\n    - b\n    - |"),
    ("``` x ``` y\n- a|", "<Enter>", "``` x ``` y\n- a\n- |"),
    (">a|", "<Enter>", ">a\n> |"), ("> - a|", "<Enter>", "> - a\n> - |"),
    ("> - |", "<Enter>", "> |"), ("> > |", "<Enter>", "> |"),
    ("  - a|", "<Enter>", "  - a\n  - |"),
    // No item, or not behind its mark.
    ("-a|", "<Enter>", "-a\n|"), ("12 a|", "<Enter>", "12 a\n|"), ("|- a", "<Enter>", "\n|- a"),
    ("**a**|", "<Enter>", "**a**\n|"), ("- [a|] b", "<Enter>", "- \n| b"),
  ])
  func listsAndQuotesGoOn(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  @Test(arguments: [
    ("- a|", "<Enter>- b", "- a\n- b|"), ("1. x|", "<Enter>2. y", "1. x\n2. y|"),
    ("> q|", "<Enter>> r", "> q\n> r|"), ("- b|", "<Enter>  - c", "- b\n  - c|"),
    ("- [ ] a|", "<Enter>- [ ] b", "- [ ] a\n- [ ] b|"), ("- a|", "<Enter>1. b", "- a\n1. b|"),
    ("- a|", "<Enter><paste:- b\n- c>", "- a\n- b\n- c|"),
    ("- a|", "<Enter><paste:b - c>", "- a\n- b - c|"),
    // The prefix comes back first.
    ("- a|", "<Enter>- <Ctrl-Z>", "- a\n- - |"),
    // Not one that the user wrote, nor after words, nor in code.
    ("- a\n- |", "- b", "- a\n- - b|"), ("- a|", "<Enter>b - c", "- a\n- b - c|"),
    ("- a|", "<Enter><Left><Right>- b", "- a\n- - b|"),
    ("```\n- a|", "<Enter>- b", "```\n- a\n- b|"),
  ])
  func aTypedPrefixReplacesOneThatCameByItself(
    before: String, keys: String, after: String
  ) throws {
    try expectScene(before, keys, after)
  }

  @Test(arguments: [
    // Words, with the spaces behind them.
    ("|", "one two <Ctrl-Z>", "one |"), ("|", "one two <Ctrl-Z><Ctrl-Z>", "|"),
    ("|", "one two <Ctrl-Z><Ctrl-Z><Alt-Z>", "one |"),
    ("|", "one two <Ctrl-Z><Ctrl-Z><Alt-Z><Alt-Z>", "one two |"),
    ("|", "one<Left><Right>two<Ctrl-Z>", "one|"), ("|", "a<Enter>b<Ctrl-_>", "a\n|"),
    ("|", "a<Enter>b<Ctrl-_><Ctrl-_>", "a|"),
    ("one two|", "<Backspace><Backspace><Backspace><Ctrl-Z>", "one two|"),
    ("one two|", "<Backspace><Backspace><Backspace><Backspace><Ctrl-Z>", "one |"),
    ("|one two", "<Del><Del><Del><Del><Del><Ctrl-Z>", "| two"),
    // A selection comes back with what took its place, and is selected.
    ("a[bc|]d", "xyz<Ctrl-Z>", "a[bc|]d"), ("a[|bc]d", "<Backspace><Ctrl-Z>", "a[|bc]d"),
    // One step each.
    ("a|", "b<paste:one two\nthree>c<Ctrl-Z><Ctrl-Z>", "ab|"),
    ("a|", "<commit:漢字><commit:かな><Ctrl-Z>", "a漢字|"),
    ("- a|", "<Enter><Ctrl-Z>", "- a|"), ("ab|c", "<Alt-T><Ctrl-Z>", "ab|c"),
    ("one two|", "<Ctrl-W><Ctrl-W><Ctrl-Z>", "one |"),
    ("one two|", "<Ctrl-W><Left><Ctrl-W><Ctrl-Y><Alt-Y><Ctrl-Z>", "| "),
    // What is written anew can't be done again.
    ("|", "one two<Ctrl-Z>x<Alt-Z>", "one x|"), ("|", "<Ctrl-Z><Alt-Z>", "|"),
  ])
  func stepsAreTakenBack(before: String, keys: String, after: String) throws {
    try expectScene(before, keys, after)
  }

  @Test func aThousandStepsCanBeTakenBack() throws {
    var editor = TextEditor(width: 40)
    for number in 0..<5_000 {
      editor.apply(.commit("\(number)\n"))
    }
    let last = editor.text
    for _ in 0..<5_000 { #expect(editor.apply(.undo).didChange) }
    #expect(editor.isEmpty)
    #expect(!editor.canUndo)
    while editor.apply(.redo).didChange {}
    #expect(editor.text == last)
  }

  @Test func theOldestStepsAreForgottenAndTheRestStaysWhole() throws {
    var editor = TextEditor(width: 40)
    let steps = 12_000
    for number in 0..<steps { editor.apply(.commit("\(number)\n")) }
    var count = 0
    while editor.apply(.undo).didChange { count += 1 }
    #expect((1_000...10_000).contains(count))
    #expect(editor.text == (0..<(steps - count)).map { "\($0)\n" }.joined())
    while editor.apply(.redo).didChange { count -= 1 }
    #expect(count == 0)
    #expect(editor.text.hasSuffix("\n\(steps - 1)\n"))
  }

  @Test func cutTextIsBounded() {
    var ring = KillRing()
    for _ in 0..<200 { ring.push("word") }
    #expect(ring.count == KillRing.maximumCount)
    let quarter = String(
      decoding: [UInt8](repeating: 0x78, count: KillRing.maximumBytes / 4), as: UTF8.self)
    for _ in 0..<10 { ring.push(quarter) }
    #expect(ring.count == 4)
    // The last one stays, whatever its size.
    ring.push(quarter + quarter + quarter + quarter + "x")
    #expect(ring.count == 1)
  }

  @Test func copyingHandsTheTextOut() throws {
    var scene = Scene("a[bc|]d")
    try scene.press("<Alt-W>")
    #expect(scene.outcome.clipboard == "bc")
    #expect(!scene.outcome.didChange)
    try scene.press("<Alt-X>")
    #expect(scene.outcome.clipboard == "bc")
    #expect(scene.outcome.didChange)
    #expect("\(scene)" == "a|d")
    try scene.press("<Alt-W>")
    #expect(scene.outcome == EditorOutcome())
  }
}
