import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// What programs learn of the state, and what they can press out of view.
@Suite struct StateReportTests {
  @Test func thePathAndTheListAreReported() {
    var walk = Walk((1...9).map { .numbered($0, children: 2) })
    walk.press(.down, .enter)
    var report = walk.state.report
    #expect(report.focus == "lists" && report.explorer == "posts")
    #expect(report.path.map(\.kind) == ["root"] && report.list.count == 9)
    #expect(report.list.selected?.place == 2 && report.list.selected?.isExpanded == true)
    walk.press(.right)
    #expect(walk.state.report.list.phase == "loading")
    walk.perform(.list(.postsResponse(level: walk.level, .failure("No."))))
    report = walk.state.report
    #expect(report.path.last?.kind == "children" && report.path.last?.post == 2)
    #expect(report.list.phase == "failed" && report.list.failure == "No.")
    #expect(report.list.selected == nil)
  }

  @Test func editedTextsAreReported() {
    var walk = Walk([])
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
    walk.type("a thought")
    #expect(walk.state.report.focus == "editor")
    #expect(walk.state.report.writing?.title == "a thought")
    #expect(walk.state.report.writing?.field == "title")
  }

  /// Every post of the list has its names, in view or not; others have none.
  @Test func postsOutOfViewHaveNames() {
    let walk = Walk((1...60).map { .numbered($0, children: $0 % 2, email: "b@b.org") })
    for id in 1...60 {
      #expect(walk.state.trigger(named: "card-\(id)") == .list(.postCentered(id)))
      #expect((walk.state.trigger(named: "navigate-to-children-\(id)") != nil) == (id % 2 == 1))
    }
    for name in ["card-61", "card-", "scroll-to-nothing", "navigate-to-children-x", ""] {
      #expect(walk.state.trigger(named: name) == nil, "\(name)")
    }
  }
}
