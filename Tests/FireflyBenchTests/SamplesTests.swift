import Testing

@testable import firefly_bench

@Suite struct SamplesTests {
  @Test func medians() {
    #expect(Samples([]).median == nil)
    #expect(Samples([3]).median == 3)
    #expect(Samples([9, 1, 5]).median == 5)
    #expect(Samples([4, 1, 3, 2]).median == 2.5)
  }

  @Test(arguments: [(50.0, 50.0), (95, 95), (99, 99), (100, 100), (0, 1), (-5, 1), (120, 100)])
  func percentilesOfAHundred(percent: Double, value: Double) {
    #expect(Samples((1...100).reversed().map(Double.init)).percentile(percent) == value)
  }

  @Test func percentilesOfFew() {
    #expect(Samples([]).percentile(95) == nil)
    #expect(Samples([7]).percentile(1) == 7)
    #expect(Samples([1, 2, 3, 4, 5]).percentile(95) == 5)
    #expect(Samples([1, 2, 3, 4, 5]).percentile(50) == 3)
  }

  @Test func millisecondsKeepTheirFraction() {
    #expect(Duration.microseconds(1_250).milliseconds == 1.25)
  }
}

@Suite struct ReportTests {
  @Test func cells() {
    #expect(Measure.keyMedian.text(for: [0.284, 0.3, 0.3049]) == "0.30")
    #expect(Measure.flood.text(for: [1234.6]) == "1,235")
    #expect(Measure.flood.text(for: [1_234_567]) == "1,234,567")
    #expect(Measure.content.text(for: [999.96]) == "1,000.0")
    #expect(Measure.key95.text(for: [0.05]) == "0.05")
    #expect(Measure.floodExact.text(for: [1, 1]) == "yes")
    #expect(Measure.floodExact.text(for: [1, 0, 1]) == "2 of 3")
    #expect(Measure.memory.text(for: []) == "–")
  }

  @Test func rowsWithoutValuesAreLeftOut() {
    var report = Report(names: ["one", "two"])
    report.add([.firstFrame: 10, .idleBytes: 0], of: "one")
    report.add([.firstFrame: 20], of: "one")
    report.add([.firstFrame: 7.25], of: "two")
    #expect(
      report.markdown == """
        |  | one | two |
        | --- | ---: | ---: |
        | start to the first frame, ms | 15.0 | 7.3 |
        | … bytes | 0 | – |
        """)
  }

  @Test func whatIsWorseThanItWasIsMarked() throws {
    let (kept, peer) = (try #require(KeptRatio.all.first { !$0.measure.isRate }), 100.0)
    let rate = try #require(KeptRatio.all.first { $0.measure.isRate })
    for (factor, isMarked) in [(0.5, false), (1.1, false), (1.3, true)] {
      var report = Report(names: [kept.program, kept.peer])
      report.add([kept.measure: kept.ratio * peer * factor], of: kept.program)
      report.add([kept.measure: peer], of: kept.peer)
      #expect(report.markdown.contains("(worse: ") == isMarked)
      report = Report(names: [rate.program, rate.peer])
      report.add([rate.measure: rate.ratio * peer / factor], of: rate.program)
      report.add([rate.measure: peer], of: rate.peer)
      #expect(report.markdown.contains("(worse: ") == isMarked)
      // Alone it says nothing.
      report = Report(names: [kept.program])
      report.add([kept.measure: kept.ratio * peer * factor], of: kept.program)
      #expect(!report.markdown.contains("worse"))
    }
  }

  @Test func bodiesHaveSixHundredBytes() {
    for index in [1, 77, 10_000] { #expect(SampleText.body(index).utf8.count == 600) }
    #expect(SampleText.title(42) == "item 00042")
  }
}
