/// A row of the table.
enum Measure: Int, CaseIterable {
  case firstFrame, content
  case firstPicture, pictureAfterPost, keptPicture, keptPictureAfterPost
  case keyMedian, key95, key99, keySettled
  case selectionBytes, scrollBytes
  case flood, floodCPU, floodExact
  case holdLag, holdCPU
  case resizeSettled, resizeAlive
  case memory, ownMemory
  case idleWakeUps, idleBytes
  case frames, frameMedian, frame99, longestGap, motionCPU, frameBytes, motionKey95
  case drillIn, drillBack
  case wideKey, columnsKey, columnsFrames, columnsFrameMedian, columnsFrame99, columnsCPU,
    columnsBytes
  case threadScreen, threadKey, threadFold, threadGap, threadMemory
  case pictureFrames, pictureFrame99, pictureGap, pictureClosing, pictureCPU, pictureBytes
  case keptPosts, firstHit, pollCPU, tap, badge
  case firstFeeds, feedsMemory, keptFeeds, keptFeedsCPU, feedsKey
  case servedPings, servedPosts, servedPost99, servedFeeds, servedFeed99, servedOtherFeeds
  case created, logPages, servedOutline, newsElsewhere
  case writingKey, writingKey95, writingBytes, paste, pasteFrames, save
  case importVault, importOutline, importMails, importMailsMemory, importJSON, importJSONMemory
  case frequentWords, migration

  /// What stands at the row's head.
  var title: String {
    switch self {
    case .firstFrame: "start to the first frame, ms"
    case .content: "start to the content, ms"
    case .firstPicture: "first start to the first picture, ms"
    case .pictureAfterPost: "… after the first frame with its post, ms"
    case .keptPicture: "second start to the first picture, ms"
    case .keptPictureAfterPost: "… after the first frame with its post, ms"
    case .keyMedian: "key to the first byte, p50, ms"
    case .key95: "… p95, ms"
    case .key99: "… p99, ms"
    case .keySettled: "key to the last byte, p50, ms"
    case .selectionBytes: "bytes a key, selection only"
    case .scrollBytes: "bytes a key, new content"
    case .flood: "2,000 keys at once, settled, ms"
    case .floodCPU: "… processor time, ms"
    case .floodExact: "… on the exact row"
    case .holdLag: "key held at 30 Hz: lag after the last, ms"
    case .holdCPU: "… CPU, % of a core"
    case .resizeSettled: "40 resizes, settled, ms"
    case .resizeAlive: "… alive"
    case .memory: "peak memory, MB"
    case .ownMemory: "… without files (RssAnon), at the end, MB"
    case .idleWakeUps: "idle 10 s: wake-ups"
    case .idleBytes: "… bytes"
    case .frames: "expansion: frames shown"
    case .frameMedian: "… interval p50, ms"
    case .frame99: "… interval p99, ms"
    case .longestGap: "… longest gap, ms"
    case .motionCPU: "… CPU, % of a core"
    case .frameBytes: "… bytes a frame, p50"
    case .motionKey95: "key in motion to the first byte, p95, ms"
    case .drillIn: "drill in to the first frame, ms"
    case .drillBack: "back to the first frame, ms"
    case .wideKey: "200 × 60, one column: key to the first byte, p50, ms"
    case .columnsKey: "… three columns, ms"
    case .columnsFrames: "three columns, a slide between levels: frames shown"
    case .columnsFrameMedian: "… interval p50, ms"
    case .columnsFrame99: "… interval p99, ms"
    case .columnsCPU: "… CPU, % of a core"
    case .columnsBytes: "… bytes a frame, p50"
    case .threadScreen: "a thread of 4,759 replies: to the first screen, ms"
    case .threadKey: "… key to the first byte, p50, ms"
    case .threadFold: "… frames of a fold of 2,000 replies"
    case .threadGap: "… longest gap, ms"
    case .threadMemory: "… peak memory, MB"
    case .pictureFrames: "expansion with a picture: frames shown"
    case .pictureFrame99: "… interval p99, ms"
    case .pictureGap: "… longest gap, ms"
    case .pictureClosing: "… closing: first to second frame, p50, ms"
    case .pictureCPU: "… CPU, % of a core"
    case .pictureBytes: "… bytes a frame, p50"
    case .firstFeeds: "200 feeds, 10,000 entries: start to the list, the first time, ms"
    case .feedsMemory: "… peak memory, MB"
    case .keptFeeds: "… start to the kept list, ms"
    case .keptFeedsCPU: "… processor time of that, ms"
    case .feedsKey: "… key to the first byte, p50, ms"
    case .keptPosts: "start to the posts of the last time, the server silent, ms"
    case .firstHit: "a search of 20 hits, each answer after 2 s: the first one, s"
    case .pollCPU: "a question for news: CPU, ms"
    case .tap: "a tap by the automation port, p50, ms"
    case .badge: "a write of another program to the dot, ms"
    case .servedPings: "serve, 64 connections: pings answered a second"
    case .servedPosts: "… one post of 1,000"
    case .servedPost99: "… p99, ms"
    case .servedFeeds: "… a feed of 50, asked again"
    case .servedFeed99: "… p99, ms"
    case .servedOtherFeeds: "… a feed of 50, never the same"
    case .created: "… posts created, committed"
    case .logPages: "… pages of SQLite's log a post, one writer"
    case .servedOutline: "serve: an outline of 1,000 posts, ms"
    case .newsElsewhere: "a write at one process to the badge at another, ms"
    case .writingKey: "letter in 10,000 words to the last byte, p50, ms"
    case .writingKey95: "… p95, ms"
    case .writingBytes: "… bytes"
    case .paste: "1 MB pasted, settled, ms"
    case .pasteFrames: "… frames"
    case .save: "saving, to the card, ms"
    case .importVault: "import of 978 notes with 5 MB: CPU, s"
    case .importOutline: "… of an Org file of 1.2 MB"
    case .importMails: "… of 51 MB of mail"
    case .importMailsMemory: "… … peak memory, MB"
    case .importJSON: "… of 100,000 posts as JSON, 32 MB"
    case .importJSONMemory: "… … peak memory, MB"
    case .frequentWords: "a search of two words that each of 100,000 posts has, p50, ms"
    case .migration: "copying 20,000 posts to PostgreSQL, s"
    }
  }

  /// Whether more is better.
  var isRate: Bool {
    switch self {
    case .servedPings, .servedPosts, .servedFeeds, .servedOtherFeeds, .created: true
    default: false
    }
  }

  /// Digits after the point.
  private var digits: Int {
    switch self {
    case .keyMedian, .key95, .key99, .keySettled, .wideKey, .columnsKey, .threadKey, .motionKey95,
      .feedsKey, .firstHit, .tap, .writingKey,
      .writingKey95, .importVault, .importOutline, .importMails, .importJSON:
      2
    case .firstFrame, .content, .firstPicture, .pictureAfterPost, .keptPicture,
      .keptPictureAfterPost, .holdLag, .holdCPU, .frameMedian, .frame99, .longestGap,
      .motionCPU, .columnsFrameMedian, .columnsFrame99, .columnsCPU, .threadScreen, .threadGap,
      .threadMemory, .drillIn, .drillBack, .memory,
      .pictureFrame99, .pictureGap, .pictureClosing,
      .pictureCPU, .ownMemory,
      .save, .keptPosts, .keptFeeds, .feedsMemory, .pollCPU, .badge, .servedPost99, .servedFeed99,
      .servedOutline, .newsElsewhere, .logPages, .frequentWords, .migration:
      1
    default: 0
    }
  }

  /// The runs of a program, in one cell.
  func text(for runs: Samples) -> String {
    guard let median = runs.median else { return "–" }
    switch self {
    case .floodExact, .resizeAlive:
      let count = runs.values.filter { $0 == 1 }.count
      return count == runs.values.count ? "yes" : "\(count) of \(runs.values.count)"
    default:
      return Self.text(median, digits: digits)
    }
  }

  private static func text(_ value: Double, digits: Int) -> String {
    let scale = [1.0, 10, 100][digits]
    let rounded = Int((value * scale).rounded())
    let whole = String(rounded.magnitude / UInt(scale))
    let grouped = String(
      whole.reversed().enumerated().reduce(into: "") { text, digit in
        if digit.offset > 0, digit.offset % 3 == 0 { text.append(",") }
        text.append(digit.element)
      }.reversed())
    let sign = rounded < 0 ? "-" : ""
    guard digits > 0 else { return sign + grouped }
    let fraction = String(rounded.magnitude % UInt(scale))
    return sign + grouped + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
