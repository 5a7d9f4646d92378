import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// What programs learn of the state, and what they can press out of view.
@Suite struct StateReportTests {
  @Test func thePathAndTheListAreReported() {
    var walk = Walk((1...9).map { .numbered($0, children: 2) })
    walk.press(.down, .enter)
    var report = walk.reading.report
    #expect(report.focus == "lists" && report.explorer == "posts")
    #expect(report.path.map(\.kind) == ["root"] && report.list.count == 9)
    #expect(report.list.selected?.place == 2 && report.list.selected?.isExpanded == true)
    walk.press(.right)
    #expect(walk.reading.report.list.phase == "loading")
    walk.perform(.list(.postsResponse(level: walk.level, .failure("No."))))
    report = walk.reading.report
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
    #expect(walk.reading.report.focus == "editor")
    #expect(walk.reading.report.writing?.title == "a thought")
    #expect(walk.reading.report.writing?.field == "title")
  }

  /// Every post of the list has its names, in view or not; others have none.
  @Test func postsOutOfViewHaveNames() {
    let walk = Walk((1...60).map { .numbered($0, children: $0 % 2, email: "b@b.org") })
    for id in 1...60 {
      #expect(walk.reading.trigger(named: "card-\(id)") == .list(.postCentered(id)))
      #expect((walk.reading.trigger(named: "navigate-to-children-\(id)") != nil) == (id % 2 == 1))
    }
    for name in ["card-61", "card-", "scroll-to-nothing", "navigate-to-children-x", ""] {
      #expect(walk.reading.trigger(named: name) == nil, "\(name)")
    }
  }

  /// What has no element is reached by the name of its action, as by its key.
  @Test func actionsHaveTheirNamesOfTheConfiguration() {
    var walk = Walk((1...9).map { .numbered($0, children: 2) })
    #expect(walk.reading.action(named: "down") == .list(.moved(1)))
    #expect(walk.reading.action(named: "no-such-thing") == nil)
    walk.press(.character("d"))
    // A question is open: only it is answered.
    #expect(walk.state.focus.dialog != nil)
    #expect(
      walk.reading.action(named: "density") == nil && walk.reading.listsHaveAction(named: "density")
    )
    #expect(walk.reading.actionNames == Keymap().names(in: walk.reading.keyContext))
    walk.press(.escape, .right)
    walk.state.lists.chosenView = .thread
    walk.answer(1, Post.numbered([20]))
    walk.press(.character("v"))
    walk.answer(1, Post.numbered([20]))
    #expect(walk.reading.action(named: "down") != nil)
    #expect(walk.reading.actionNames.contains("quit"))
  }

  /// What does not react while a text is edited is covered for programs: a press would be refused.
  @Test func whatDoesNotReactIsCovered() {
    var walk = Walk((1...3).map { .numbered($0) })
    func covered() -> [String] {
      let reading = walk.reading
      return walk.frame.elementReports(Keymap(), answers: { reading.answers($0) })
        .filter(\.isCovered).map(\.id)
    }
    #expect(covered() == [])
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
    #expect(covered().contains("toolbar-users") && covered().contains("card-1"))
    #expect(!covered().contains("editor-title"))
  }
}
