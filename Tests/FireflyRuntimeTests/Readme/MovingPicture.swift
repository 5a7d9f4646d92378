import FireflyScreen

@testable import FireflyAutomation
@testable import FireflyRuntime

/// Frames one after another as one SVG picture that moves, without a script.
///
/// The areas of a row, and its letters, are drawn once for as long as they look the same; they take
/// turns by CSS. The picture plays twice, and stays at its first frame then. So it does where
/// motion is not wanted.
struct MovingPicture {
  private let backdrop: Color
  private var size = Size(width: 0, height: 0)
  private var areas = Turns(name: "a")
  private var letters = Turns(name: "t")
  /// Hundredths of a second.
  private var duration = 0

  init(on backdrop: Color) { self.backdrop = backdrop }

  /// Shows a frame for some hundredths of a second, with a key and what it does below it.
  mutating func show(_ frame: Frame, for hundredths: Int, caption: String) {
    size = Size(width: frame.size.width, height: frame.size.height + 2)
    let time = duration..<duration + hundredths
    duration = time.upperBound
    for y in 0..<frame.size.height {
      let row = frame.svgRow(y, on: backdrop)
      areas.show(row.areas, during: time)
      letters.show(Self.withoutSpinners(row.letters), during: time)
    }
    var words = Frame(size: size)
    words.draw(
      Glyph.glyphs(of: caption), at: Point(x: 2, y: size.height - 1), style: Style())
    letters.show(words.svgRow(size.height - 1, on: backdrop).letters, during: time)
  }

  /// What turns while something loads depends on the machine.
  private static func withoutSpinners(_ letters: String) -> String {
    letters.split(separator: "\n").filter { line in
      !line.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) }
    }.map { $0 + "\n" }.joined()
  }

  /// The picture.
  var svg: String {
    let (areas, letters) = (areas.svg(of: duration), letters.svg(of: duration))
    return Frame.svgStart(size, on: backdrop) + """
      <style>
      .n{visibility:hidden}
      @media (prefers-reduced-motion:no-preference){
      .f,.n{animation:\(duration * 10)ms step-end 2}
      \(areas.style)\(letters.style)}
      </style>
      \(areas.body)\(letters.body)</svg>

      """
  }
}

/// Elements that are seen at times.
private struct Turns {
  /// The first letter of the names of the groups.
  let name: Character
  /// The elements in the order in which they came, and when they are seen, in hundredths.
  private var elements: [(svg: String, times: [Range<Int>])] = []
  private var positions: [String: Int] = [:]

  init(name: Character) { self.name = name }

  mutating func show(_ svg: String, during time: Range<Int>) {
    guard !svg.isEmpty else { return }
    guard let position = positions[svg] else {
      positions[svg] = elements.count
      return elements.append((svg, [time]))
    }
    if let last = elements[position].times.last, last.upperBound == time.lowerBound {
      elements[position].times.removeLast()
      elements[position].times.append(last.lowerBound..<time.upperBound)
    } else {
      elements[position].times.append(time)
    }
  }

  /// The elements in a group for each set of times, and the styles that show it.
  func svg(of duration: Int) -> (style: String, body: String) {
    var groups: [(times: [Range<Int>], svg: String)] = []
    var places: [[Range<Int>]: Int] = [:]
    for (svg, times) in elements {
      if let place = places[times] {
        groups[place].svg += svg
      } else {
        places[times] = groups.count
        groups.append((times, svg))
      }
    }
    var (style, body) = ("", "")
    for (number, group) in groups.enumerated() {
      guard group.times != [0..<duration] else {
        body += group.svg
        continue
      }
      let id = "\(name)\(number)"
      style += "@keyframes \(id){\(Self.keyframes(group.times, of: duration))}\n"
      style += "#\(id){animation-name:\(id)}\n"
      let isFirst = group.times[0].lowerBound == 0
      body += "<g id=\"\(id)\" class=\"\(isFirst ? "f" : "n")\">\n\(group.svg)</g>\n"
    }
    return (style, body)
  }

  private static func keyframes(_ times: [Range<Int>], of duration: Int) -> String {
    func percent(_ time: Int) -> String {
      let thousandths = time * 100_000 / duration
      return "\(thousandths / 1_000).\(String(1_000 + thousandths % 1_000).dropFirst())%"
    }
    var steps = times[0].lowerBound > 0 ? ["0%{visibility:hidden}"] : []
    for time in times {
      steps.append("\(percent(time.lowerBound)){visibility:visible}")
      if time.upperBound < duration {
        steps.append("\(percent(time.upperBound)){visibility:hidden}")
      }
    }
    return steps.joined()
  }
}
