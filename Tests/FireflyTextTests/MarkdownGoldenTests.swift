import FireflyText
import Testing

@Suite("Formatted bodies")
struct MarkdownGoldenTests {
  private let body = """
    # Learning to sail

    What the *first* lesson taught me,
    in **three** days: knots, bruises and `tiller`
    sense. See [the club](https://example.org/club):
    - let go of the sheet
    - stay with the hull, which floats for a long time
      1. hold on
      2. wave

    ![the harbour](harbour.png)

    > The boat turns faster than you think.
    >
    > > Said Ada.

    - [x] buy gloves
    - [ ] learn ~~the rules~~ to swim

    ```
    tack(boat, to: .port, at: wind.angle + 45)
    \tease(sheet)
    ```

    | Knot | Days | Used for |
    |------|-----:|----------|
    | bowline | 1 | a loop that never slips |
    | reef | 12 | sails |

    ***

    船轉得比你想像的
    還要快。

    שלום, הסירה מסתובבת מהר.
    """

  @Test
  func at76Columns() {
    #expect(
      lines(body, width: 76).joined(separator: "\n") == """
        Learning to sail
        What the first lesson taught me, in three days: knots, bruises and tiller
        sense. See the club[1]:
        • let go of the sheet
        • stay with the hull, which floats for a long time
          1. hold on
          2. wave

        ▣ the harbour

        ▎ The boat turns faster than you think.
        ▎
        ▎ ▎ Said Ada.

        ☑ buy gloves
        ☐ learn the rules to swim

          tack(boat, to: .port, at: wind.angle + 45)
              ease(sheet)

        Knot    │ Days │ Used for
        ────────┼──────┼────────────────────────
        bowline │    1 │ a loop that never slips
        reef    │   12 │ sails

        ────────────────────────────────────────────────────────────────────────────

        船轉得比你想像的還要快。

                                                            .רהמ תבבותסמ הריסה ,םולש
        """)
  }

  @Test
  func at36Columns() {
    #expect(
      lines(body, width: 36).joined(separator: "\n") == """
        Learning to sail
        What the first lesson taught me, in
        three days: knots, bruises and
        tiller sense. See the club[1]:
        • let go of the sheet
        • stay with the hull, which floats
          for a long time
          1. hold on
          2. wave

        ▣ the harbour

        ▎ The boat turns faster than you
        ▎ think.
        ▎
        ▎ ▎ Said Ada.

        ☑ buy gloves
        ☐ learn the rules to swim

          tack(boat, to: .port, at: wind.an↵
          gle + 45)
              ease(sheet)

        Knot    │ Days │ Used for
        ────────┼──────┼────────────────────
        bowline │    1 │ a loop that never
                │      │ slips
        ────────┼──────┼────────────────────
        reef    │   12 │ sails

        ────────────────────────────────────

        船轉得比你想像的還要快。

                    .רהמ תבבותסמ הריסה ,םולש
        """)
  }

  @Test
  func at10Columns() {
    #expect(
      lines(body, width: 10).joined(separator: "\n") == """
        Learning
        to sail
        What the
        first
        lesson
        taught me,
        in three
        days:
        knots,
        bruises
        and tiller
        sense. See
        the
        club[1]:
        • let go
          of the
          sheet
        • stay
          with the
          hull,
          which
          floats
          for a
          long
          time
          1. hold
             on
          2. wave

        ▣ the
        harbour

        ▎ The boat
        ▎ turns
        ▎ faster
        ▎ than you
        ▎ think.
        ▎
        ▎ ▎ Said
        ▎ ▎ Ada.

        ☑ buy
          gloves
        ☐ learn
          the
          rules to
          swim

        tack(boat↵
        , to: .po↵
        rt, at: w↵
        ind.angle↵
         + 45)
            ease(↵
        sheet)

        Knot:
        bowline
        Days: 1
        Used for:
        a loop
        that never
        slips

        Knot: reef
        Days: 12
        Used for:
        sails

        ──────────

        船轉得比你
        想像的還要
        快。

             ,םולש
             הריסה
           תבבותסמ
              .רהמ
        """)
  }
}
