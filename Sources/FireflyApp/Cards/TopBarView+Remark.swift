import FireflyCore
import FireflyModel
import FireflyScreen

// What comes and goes in the bar: it stands before the keys, so that these stay where they are.
extension TopBarView {
  /// What is going on: what runs out of sight, and the state of the list.
  struct Remark {
    let text: String
    /// The parts at its end that can be pressed, from left to right.
    let signs: [Sign]

    struct Sign {
      let words: String
      let name: String
      let action: Action
    }

    var columns: Int { text.displayWidth }
    /// The columns that keys leave for it.
    var room: Int { columns + 2 }
  }

  /// Returns what is going on, as far as there is room; nil for nothing.
  ///
  /// - Parameter position: what stands at the end of the bar.
  func remark(before position: Position?) -> Remark? {
    let dot = canvas.symbols.dot
    let edge = position.map { $0.x - dot.count } ?? end
    let details = position?.hasCount != true ? [] : details(of: scene.explorer.list)
    // The name of the place, and the key that writes, are needed all the time.
    let isRoot = scene.explorer.navigator.depth == 0 && scene.find == nil && scene.editor == nil
    let key = scene.offer?.labels.last.map { $0.displayWidth + Self.gap } ?? 0
    let starts = (isRoot ? [nameEnd + key, nameEnd] : []) + [positionStart]
    // Replies to the user matter more than new posts.
    let hasAnswers = details.contains { $0.signs.contains { $0.name == "answers" } }
    let choices = hasAnswers ? details.filter { $0.signs.map(\.name) != ["new-above"] } : details
    func widest(_ choices: [(words: String, signs: [Remark.Sign])]) -> (
      words: String, signs: [Remark.Sign]
    )? {
      starts.lazy.compactMap { start in
        choices.first { edge - $0.words.displayWidth >= start }
      }.first
    }
    // Of what is kept, how old it is matters more than a name.
    let isKept = scene.explorer.list.isOffline && scene.explorer.list.cachedAt != nil
    let detail =
      (isKept ? widest(choices.filter { $0.words != Self.offline }) : nil) ?? widest(choices)
      ?? details.first { edge - $0.words.displayWidth >= positionStart }
    let left = edge - (detail.map { $0.words.displayWidth + dot.count } ?? 0)
    // What can be shorter leaves room for the name of the list.
    let running = progress.first { text in
      left - text.displayWidth
        > canvas.layout.cardX + (text == progress.last ? 0 : 16)
    }
    let words = [running, detail?.words].compactMap(\.self)
    guard !words.isEmpty else { return nil }
    return Remark(text: words.joined(separator: dot), signs: detail?.signs ?? [])
  }

  func draw(_ remark: Remark, at x: Int, into frame: inout Frame) {
    frame.draw(remark.text, at: Point(x: x, y: 0), style: canvas.onBackdrop())
    var end = x + remark.columns
    for sign in remark.signs.reversed() {
      let columns = sign.words.displayWidth
      frame.add(sign.name, Rect(x: end - columns, y: 0, width: columns, height: 1), sign.action)
      end -= columns + canvas.symbols.dot.count
    }
  }

  /// Returns what can be said of the list, the most important first: texts, and the elements of those that can be
  /// pressed.
  private func details(of list: ListState) -> [(words: String, signs: [Remark.Sign])] {
    let isSearch = if case .results = scene.destination { true } else { false }
    var details: [(words: String, signs: [Remark.Sign])] = []
    let delay = canvas.context.settings.tunables.loadingDelay
    if let since = list.reloadingSince, canvas.now >= since + delay {
      details.append((canvas.symbols.reloading, []))
    }
    details += age(of: list).map { ($0, []) }
    if isSearch, list.isPartial { details.append((canvas.symbols.searching, [])) }
    if isSearch, list.skipped > 0, !list.isPartial {
      let again = canvas.keyHint(.list(.refreshPressed), "tries again").map { ", " + $0 } ?? ""
      details += ["not loaded\(again)", "missing\(again)", "missing"].map {
        let words = "\(list.skipped) \($0)"
        return (words, [Remark.Sign(words: words, name: "retry", action: .list(.refreshPressed))])
      }
    }
    if !isSearch, list.skipped > 0 { details.append(("\(list.skipped) can't be read", [])) }
    let (above, below) = newPosts(of: list)
    if below > 0, above > 0 {
      details.append(
        ("\(above) new \(canvas.symbols.up) \(below) new \(canvas.symbols.newBelow)", []))
    } else if below > 0 {
      details.append(("\(below) new \(canvas.symbols.newBelow)", []))
    }
    // Their own list says them itself.
    let isSaid = scene.answers == 0 || scene.destination == .answers
    let said = isSaid ? nil : scene.site.words(ofAnswers: scene.answers)
    let isList = scene.find == nil && scene.editor == nil
    let keyed = isList && canvas.layout.size.height > Self.smallRows
    let answers = said.map { words in
      Remark.Sign(
        words: keyed ? canvas.keyHint(.readMarks(.answersPressed), words) ?? words : words,
        name: "answers", action: .readMarks(.answersPressed))
    }
    let new =
      above == 0 || below > 0
      ? nil
      : Remark.Sign(
        words: "\(above) new \(canvas.symbols.up)", name: "new-above",
        action: .list(.jumpedToStart))
    let signs = [answers, new].compactMap(\.self)
    // Without room for both, the replies to the user are named.
    let choices = signs.count > 1 ? [signs] + signs.map { [$0] } : signs.map { [$0] }
    details += choices.map {
      ($0.map(\.words).joined(separator: canvas.symbols.dot), $0)
    }
    return details
  }

  /// Returns the number of new posts above and, in a thread, below the window; none where all that are new are counted.
  func newPosts(of list: ListState) -> (above: Int, below: Int) {
    if scene.unread != nil, list.isThread || !list.isMarked { return (0, 0) }
    let unseen = list.isMarked ? list.unseen : list.unseen.filter { scene.isNew($0, in: list) }
    guard list.isThread, !unseen.isEmpty else { return (unseen.count, 0) }
    let end = scene.lists.restingLayout(of: list, canvas.context).visible(
      from: scene.explorer.position.scroll, height: canvas.layout.windowHeight
    ).upperBound
    let below = unseen.count { list.index(of: $0) ?? 0 >= end }
    return (unseen.count - below, below)
  }

  /// Returns texts for the age of cached posts, the longest first.
  private func age(of list: ListState) -> [String] {
    guard let time = list.cachedAt else { return list.isOffline ? [Self.offline] : [] }
    let moment = WireDate.minute(time, in: canvas.context.settings.time)
    return list.isOffline
      ? ["offline, as of \(moment)", "offline, \(moment)", Self.offline]
      : ["as of \(moment)", moment]
  }

  private static let offline = "offline"

  /// What runs out of sight: a save whose card isn't visible, or the user's own commands.
  ///
  /// The longest text first.
  private var progress: [String] {
    if let progress = scene.unseenProgress { return [progress] }
    guard let name = scene.runningCommands.first else { return [] }
    let others = scene.runningCommands.count - 1
    let spinner = BlankListView.spinner(canvas)
    let short = name.truncated(to: 24, ellipsis: canvas.symbols.ellipsis)
    let words = short + (others > 0 ? " +\(others)" : "")
    return [spinner + " " + words, spinner]
  }
}
