import FireflyEditor
import FireflyScreen
import Testing

@Suite struct PointingTests {
  @Test(arguments: [
    // The row, the column, how often, what is selected then.
    (0, 5, 1, "one t|wo three\n漢字 four"), (0, 99, 1, "one two| three\n漢字 four"),
    (0, -3, 1, "|one two three\n漢字 four"), (1, 0, 1, "one two |three\n漢字 four"),
    (2, 1, 1, "one two three\n|漢字 four"), (2, 2, 1, "one two three\n漢|字 four"),
    (9, 9, 1, "one two three\n漢字 four|"), (-1, 2, 1, "on|e two three\n漢字 four"),
    (0, 5, 2, "one [two|] three\n漢字 four"), (0, 3, 2, "one[ |]two three\n漢字 four"),
    (2, 1, 2, "one two three\n[漢字|] four"), (1, 3, 3, "[one two three|]\n漢字 four"),
    (0, 5, 4, "one t|wo three\n漢字 four"),
  ])
  func clicks(row: Int, column: Int, count: Int, after: String) {
    var scene = Scene("one two three\n漢字 four|", width: 9)
    scene.editor.apply(.press(row: row, column: column, clicks: count))
    #expect("\(scene)" == after)
  }

  @Test func draggingSelectsWhatTheButtonWentDownOn() {
    var scene = Scene("one two three|", width: 20)
    scene.editor.apply(.press(row: 0, column: 5, clicks: 1))
    scene.editor.apply(.drag(row: 0, column: 9))
    #expect("\(scene)" == "one t[wo t|]hree")
    scene.editor.apply(.drag(row: 0, column: 2))
    #expect("\(scene)" == "on[|e t]wo three")
    scene.editor.apply(.drag(row: 0, column: 5))
    #expect("\(scene)" == "one t|wo three")
    // By words after a double click.
    scene.editor.apply(.press(row: 0, column: 5, clicks: 2))
    scene.editor.apply(.drag(row: 0, column: 9))
    #expect("\(scene)" == "one [two three|]")
    scene.editor.apply(.drag(row: 0, column: 1))
    #expect("\(scene)" == "[|one two] three")
    // With Shift, from where the caret was.
    scene.editor.apply(.press(row: 0, column: 5, clicks: 1))
    scene.editor.apply(.press(row: 0, column: 8, clicks: 1, selecting: true))
    #expect("\(scene)" == "one t[wo |]three")
  }

  @Test func clicksCountAtOnePlaceAndInTime() {
    var counter = ClickCounter()
    let here = Point(x: 3, y: 4)
    #expect(counter.press(at: here, now: 10) == 1)
    #expect(counter.press(at: here, now: 10.3) == 2)
    #expect(counter.press(at: here, now: 10.6) == 3)
    #expect(counter.press(at: Point(x: 4, y: 4), now: 10.7) == 1)
    #expect(counter.press(at: Point(x: 4, y: 4), now: 11.5) == 1)
  }
}
