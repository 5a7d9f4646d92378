import FireflyCore
import FireflyModel
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

/// The filter that help, outline and palette share.
@Suite struct FilterTests {
  @Test func aLinePassesIfItHasAllWords() {
    let lines = ["Éclair au chocolat", "eclairs", "choc", ""]
    func found(_ text: String) -> [Int] {
      var filter = Filter()
      filter.append(text)
      return filter.matches(in: lines)
    }
    #expect(found("") == [0, 1, 2, 3] && found("  ") == [0, 1, 2, 3])
    #expect(found("ECLAIR") == [0, 1])
    #expect(found("choc éclair") == [0])
    #expect(found("choc éclairs") == [])
  }

  /// What a filter shows does not depend on the way to its text.
  @Test(arguments: 1...20) func filteredLinesDependOnTheTextOnly(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var palette = ActionPalette(Walk(Post.numbered(1...3)).paletteItems)
    for _ in 0..<40 {
      let action: FilterAction =
        switch Int.random(in: 0...9, using: &random) {
        case 0...5: .typed("deplr ".randomElement(using: &random) ?? "e")
        case 6: .pasted(["post", "a\nb"].randomElement(using: &random) ?? "")
        case 7: .erased(.word)
        case 8: .erased(.everything)
        default: .moved(.lines(Int.random(in: -3...3, using: &random)))
        }
      _ = palette.reduce(filter: action)
      var fresh = ActionPalette(palette.list.items)
      _ = fresh.reduce(filter: .pasted(palette.filter.text))
      #expect(palette.list.shown == fresh.list.shown, "\(palette.filter.text)")
      #expect(palette.list.shown.isEmpty || palette.list.selectedItem != nil)
    }
  }

  private func help(_ keys: Key...) -> Walk {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("?"))
    for key in keys { walk.press(key) }
    return walk
  }

  @Test func helpShowsTheKeysThatMatch() {
    var walk = help(.character("/"))
    #expect(walk.takesText)
    #expect(walk.frame.showsCursor)
    walk.type("delete")
    #expect(walk.row(1).contains("/delete"))
    #expect(walk.text.contains("delete your post; asks first"))
    #expect(walk.text.contains("Write"))
    #expect(!walk.text.contains("next post"))
    walk.type("q")
    #expect(walk.text.contains("Nothing matches."))
    // Esc removes the filter first, then closes.
    walk.press(.escape)
    #expect(walk.text.contains("First steps"))
    walk.press(.escape)
    #expect(walk.state.overlay == nil)
  }

  /// After Enter, too, the keys that go back end the filter first, as in lists; the one that closes closes.
  @Test(arguments: [Key.escape, .left, .backspace, .character("h")])
  func aKeptFilterEndsBeforeTheSheet(key: Key) {
    var walk = help(.character("/"))
    walk.type("delete")
    walk.press(.enter)
    #expect(walk.text.contains("Esc removes the filter"), "\(walk.text)")
    walk.press(key)
    #expect(walk.state.focus[Sheet.self]?.filter.isEmpty == true)
    walk.press(key)
    #expect(walk.state.overlay == nil)
    walk = help(.character("/"), .character("x"), .enter, .character("q"))
    #expect(walk.state.overlay == nil)
  }

  @Test func helpFindsActionsByTheirKeysAndNames() {
    var walk = help(.character("/"))
    walk.type("ctrl-d")
    #expect(walk.text.contains("half a page down"))
    walk.press(.control("u"))
    walk.type("copy-page")
    #expect(walk.text.contains("copy the address of its page"))
    // Enter goes on with the filtered lines.
    walk.press(.enter, .down)
    #expect(walk.state.focus[Sheet.self]?.filter.text == "copy-page")
    walk.press(.character("q"))
    #expect(walk.state.overlay == nil && !walk.state.isQuitting)
  }

  /// An action that takes several lines is shown whole, or not at all.
  @Test func helpKeepsTheLinesOfAnAction() {
    let walk = help()
    let layout = walk.state.layout
    var sheet = Sheet(.help)
    // Only the first page.
    let all = sheet.text(walk.state.settings.keymap, layout).lines
    _ = sheet.reduce(filter: .pasted("delete"))
    let found = sheet.text(walk.state.settings.keymap, layout).lines
    for terms in Set(all.map(\.terms)) where !terms.isEmpty {
      let count = found.count { $0.terms == terms }
      #expect(count == 0 || count == all.count { $0.terms == terms }, "\(terms)")
    }
    #expect(found.contains { $0.terms.contains("delete your post") })
  }

  @Test func aPasteIsTyped() {
    var walk = help(.character("/"))
    walk.perform(.pasted("quit"))
    #expect(walk.state.focus[Sheet.self]?.filter.text == "quit")
    #expect(walk.frame.pressables.contains { $0.id == "filter" && $0.replacement(by: "x") != nil })
  }

  /// The outline keeps a tree: each match with its ancestors.
  @Test(arguments: 1...20) func theOutlineShowsMatchesWithTheirAncestors(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var nodes: [OutlineBranch.Node] = []
    var depth = 0
    for number in 0..<60 {
      depth = Int.random(in: 1...min(7, depth + 1), using: &random)
      var post = Post.numbered(100 + number)
      post.title = ["sail", "boat", "oar"].randomElement(using: &random) ?? ""
      nodes.append(OutlineBranch.Node(post: post, depth: depth))
    }
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    walk.press(.character("/"))
    walk.type("oar")
    guard let outline = walk.state.focus[Outline.self] else {
      Issue.record("no outline")
      return
    }
    var wanted: Set<Int> = []
    for (index, node) in outline.nodes.enumerated() where node.post.title == "oar" {
      wanted.insert(index)
      var depth = node.depth
      for above in stride(from: index - 1, through: 0, by: -1)
      where outline.nodes[above].depth < depth {
        depth = outline.nodes[above].depth
        wanted.insert(above)
      }
    }
    #expect(outline.shown == wanted.sorted())
    #expect(outline.nodes[outline.selected].post.title == "oar" || wanted.isEmpty)
    walk.press(.down, .up, .end)
    if let last = outline.shown.last { #expect(walk.state.focus[Outline.self]?.selected == last) }
  }

  @Test func enterGoesToTheLineThatTheFilterFound() {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.character("t"))
    let nodes = (7...30).map { OutlineBranch.Node(post: .numbered($0), depth: 1) }
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    walk.press(.character("/"))
    walk.type("post 29")
    #expect(walk.row(1).contains("1 of 25"))
    walk.press(.enter)
    walk.answer(1, Post.numbered(7...30))
    #expect(walk.selected == 29)
    #expect(walk.state.overlay == nil)
  }
}

extension Walk {
  /// The actions of the palette.
  var paletteItems: [ActionPalette.Item] {
    var walk = self
    walk.press(.character(":"))
    return walk.state.focus[ActionPalette.self]?.list.items ?? []
  }
}
