/// What was measured among few and among many posts, as a Markdown table.
struct ScaleReport {
  /// How much longer a read may take among many posts.
  static let allowedRatio = 1.5
  /// Milliseconds within which 99 of 100 searches are answered.
  static let allowedSearch = 200.0
  /// Megabytes of a process.
  static let allowedMemory = 128.0

  /// Posts of both databases.
  let posts: [Int]
  /// Where it was measured.
  let machine: Machine
  /// Peak memory of both servers, in megabytes.
  var memory: [Double] = []
  private var rows: [String] = []
  /// The times of all searches, on both sides.
  private var searches: [Samples] = [[], []]

  init(posts: [Int], machine: Machine) {
    self.posts = posts
    self.machine = machine
  }

  /// Adds a read, with its times in milliseconds on both sides.
  ///
  /// A search has a goal for its p99, any other read one for its ratio.
  mutating func add(_ read: ScaleRead, _ times: [Samples]) {
    rows.append(Self.row(read.name, times, isSearch: read.isSearch))
    guard read.isSearch else { return }
    for side in times.indices { searches[side].append(contentsOf: times[side]) }
  }

  private static func row(_ name: String, _ times: [Samples], isSearch: Bool) -> String {
    guard let few = times[0].median, let many = times[1].median, let slow = times[1].percentile(99)
    else { return "" }
    let isSlow = isSearch ? slow > allowedSearch : many > few * allowedRatio
    return "| \(name) | \(text(few)) | \(text(many)) | \(text(many / few))"
      + " | \(text(slow)) | \(isSlow ? "above" : "") |"
  }

  /// The table; rows above their goals say so.
  var markdown: String {
    let head = [
      "\(machine).\n", "| p50, ms | \(posts[0]) posts | \(posts[1]) posts | ratio | p99, ms | |",
      "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    let peak = memory.map(Self.text).joined(separator: " | ")
    let isLarge = memory.contains { $0 > Self.allowedMemory }
    let last = "| peak memory, MB | \(peak) | | | \(isLarge ? "above" : "") |"
    let all = Self.row("all searches", searches, isSearch: true)
    return (head + rows + [all] + (memory.count == 2 ? [last] : [])).joined(separator: "\n")
  }

  private static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
