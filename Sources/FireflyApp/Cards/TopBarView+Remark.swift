import FireflyCore
import FireflyModel
import FireflyScreen

// What comes and goes in the bar: it stands before the keys, so that these stay where they are.
extension TopBarView {
  /// What is going on: what runs out of sight, and the state of the list.
  struct Remark {
    let text: String
    /// The part that can be pressed: its last columns.
    let sign: Sign?

    struct Sign {
      let name: String
      let columns: Int
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
    let details = position == nil ? [] : details(of: scene.explorer.list)
    let detail = details.first { edge - $0.words.displayWidth >= positionStart }
    let left = edge - (detail.map { $0.words.displayWidth + dot.count } ?? 0)
    // What can be shorter leaves room for the name of the list.
    let running = progress.first { text in
      left - text.displayWidth
        > canvas.layout.cardX + (text == progress.last ? 0 : 16)
    }
    let words = [running, detail?.words].compactMap(\.self)
    guard !words.isEmpty else { return nil }
    let sign = detail.flatMap { detail in
      detail.sign.map {
        Remark.Sign(name: $0.name, columns: detail.words.displayWidth, action: $0.action)
      }
    }
    return Remark(text: words.joined(separator: dot), sign: sign)
  }

  func draw(_ remark: Remark, at x: Int, into frame: inout Frame) {
    frame.draw(remark.text, at: Point(x: x, y: 0), style: canvas.onBackdrop())
    guard let sign = remark.sign else { return }
    let start = x + remark.columns - sign.columns
    frame.add(sign.name, Rect(x: start, y: 0, width: sign.columns, height: 1), sign.action)
  }

  /// Returns what can be said of the list, the most important first: texts, and the elements of those that can be
  /// pressed.
  private func details(
    of list: ListState
  ) -> [(words: String, sign: (name: String, action: Action)?)] {
    let isSearch = if case .results = scene.destination { true } else { false }
    var details: [(words: String, sign: (name: String, action: Action)?)] = []
    let delay = canvas.context.settings.tunables.loadingDelay
    if let since = list.reloadingSince, canvas.now >= since + delay {
      details.append((canvas.symbols.reloading, nil))
    }
    details += age(of: list).map { ($0, nil) }
    if isSearch, list.isPartial { details.append((canvas.symbols.searching, nil)) }
    if isSearch, list.skipped > 0, !list.isPartial {
      let again = canvas.keyHint(.list(.refreshPressed), "tries again").map { ", " + $0 } ?? ""
      details += ["not loaded\(again)", "missing\(again)", "missing"].map {
        ("\(list.skipped) \($0)", ("retry", .list(.refreshPressed)))
      }
    }
    if !isSearch, list.skipped > 0 { details.append(("\(list.skipped) can't be read", nil)) }
    let (above, below) = newPosts(of: list)
    if below > 0, above > 0 {
      details.append(
        ("\(above) new \(canvas.symbols.up) \(below) new \(canvas.symbols.newBelow)", nil))
    } else if below > 0 {
      details.append(("\(below) new \(canvas.symbols.newBelow)", nil))
    } else if above > 0 {
      details.append(("\(above) new \(canvas.symbols.up)", ("new-above", .list(.jumpedToStart))))
    }
    if scene.answers > 0 {
      details.append(
        (scene.site.words(ofAnswers: scene.answers), ("answers", .readMarks(.answersPressed))))
    }
    return details
  }

  /// Returns the number of new posts above and, in a thread, below the window; none in a thread whose new posts are
  /// counted.
  func newPosts(of list: ListState) -> (above: Int, below: Int) {
    if list.isThread, scene.unread != nil { return (0, 0) }
    let unseen = list.unseen.filter { scene.isNew($0, in: list) }
    guard list.isThread, !unseen.isEmpty else { return (unseen.count, 0) }
    let end = scene.lists.restingLayout(of: list, canvas.context).visible(
      from: scene.explorer.position.scroll, height: canvas.layout.windowHeight
    ).upperBound
    let below = unseen.count { list.index(of: $0) ?? 0 >= end }
    return (unseen.count - below, below)
  }

  /// Returns texts for the age of cached posts, the longest first.
  private func age(of list: ListState) -> [String] {
    guard let time = list.cachedAt else { return list.isOffline ? ["offline"] : [] }
    let moment = WireDate.minute(time, in: canvas.context.settings.time)
    return list.isOffline
      ? ["offline, as of \(moment)", "offline, \(moment)", "offline"] : ["as of \(moment)", moment]
  }

  /// What runs out of sight: a save whose card isn't visible, or the user's own commands.
  ///
  /// The longest text first.
  private var progress: [String] {
    if let progress = scene.unseenProgress { return [progress] }
    guard let name = scene.runningCommands.first else { return [] }
    let others = scene.runningCommands.count - 1
    let spinner = NoticeView.spinner(canvas)
    let short = name.truncated(to: 24, ellipsis: canvas.symbols.ellipsis)
    let words = short + (others > 0 ? " +\(others)" : "")
    return [spinner + " " + words, spinner]
  }
}
