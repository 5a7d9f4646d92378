import FireflyCore
import FireflyScreen

/// Draws lines of a formatted text, with its links as elements.
struct LinkedLinesView {
  let text: FormattedText
  let style: BodyStyle
  /// The beginning of the names of its elements, before the number of the link.
  let name: String
  var swipe: Action?
  /// Returns what pressing a link does; nil if links can't be pressed.
  let press: ((String) -> Action)?
  /// How often each link was drawn: it may have several runs, on several lines.
  var runs: [Int: Int] = [:]

  /// Draws a line, and returns its view.
  mutating func draw(_ index: Int, at start: Point, into frame: inout Frame) -> TextLineView {
    let line = TextLineView(line: text.lines[index], point: start, style: style)
    line.draw(columns: text.width, into: &frame)
    for run in line.line.linkRuns where text.links.indices.contains(run.link - 1) {
      let address = text.links[run.link - 1]
      let area = Rect(x: start.x + run.x, y: start.y, width: run.width, height: 1)
      // A terminal can't open a post.
      if BodyLink.number(of: address) == nil {
        let point = Point(x: area.x, y: area.y)
        frame.links.append(FrameLink(address: address, point: point, width: run.width))
      }
      guard let press else { continue }
      let number = runs[run.link, default: 0] + 1
      runs[run.link] = number
      let suffix = number > 1 ? "-\(number)" : ""
      frame.add(name + "\(run.link)" + suffix, area, press(address), swipe: swipe)
    }
    return line
  }
}

extension TextLine {
  /// A part of a line that belongs to a link.
  struct LinkRun: Hashable {
    /// The number of the link, from 1.
    let link: Int
    /// The first column.
    let x: Int
    /// Width in columns, with that of the number behind it.
    var width: Int
  }

  /// The parts that belong to links, each with the number in brackets behind it.
  var linkRuns: [LinkRun] {
    var runs: [LinkRun] = []
    var x = 0
    for span in spans {
      let width = span.glyphs.displayWidth
      if case .link(let number) = span.role {
        if let last = runs.last, last.link == number, last.x + last.width == x {
          runs[runs.count - 1].width += width
        } else {
          runs.append(LinkRun(link: number, x: x, width: width))
        }
      } else if span.role == .marker, let last = runs.last, last.x + last.width == x,
        span.glyphs.map(\.text).joined() == "[\(last.link)]"
      {
        runs[runs.count - 1].width += width
      }
      x += width
    }
    return runs
  }
}
