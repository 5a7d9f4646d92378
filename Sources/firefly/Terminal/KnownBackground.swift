import FireflyCore
import FireflyScreen
import Foundation

/// The background that a terminal has in all likelihood, for the frames before it tells.
///
/// The answer takes milliseconds, and some multiplexers never give one. So the last one is kept for
/// each kind of terminal.
struct KnownBackground {
  /// Kinds that are kept, the last ones used.
  private static let limit = 32
  /// Bytes of the file that are read.
  private static let maximumBytes = 8_192

  private let file: URL
  private let kind: String
  /// Whether another terminal is around this one, and maybe known by its own name.
  private let isInside: Bool
  /// What the environment says, as rxvt and Konsole let it.
  private let reported: Color?
  /// The last answers, the newest at the end.
  private var known: [(kind: String, color: Color)]

  /// What is known of the terminal of an environment.
  ///
  /// - `folder`: where it is kept.
  init(environment: [String: String], folder: URL) {
    file = folder.appendingPathComponent("backgrounds")
    let names = [environment["TERM"], environment["TERM_PROGRAM"]]
    kind = names.compactMap { $0 }.joined(separator: "/").filter { $0.isASCII && !$0.isWhitespace }
    isInside = environment["TMUX"] != nil || environment["STY"] != nil
    reported = environment["COLORFGBG"].flatMap(Self.color(reported:))
    known = Self.read(file)
  }

  /// The background that this terminal reported the last time; else what the environment says; else, within
  /// a multiplexer, what any terminal reported the last time.
  var color: Color? {
    known.last { $0.kind == kind }?.color ?? reported ?? (isInside ? known.last?.color : nil)
  }

  /// Keeps an answer for the next start.
  mutating func remember(_ color: Color) {
    guard let hex = color.hex, known.last?.kind != kind || known.last?.color.hex != hex else {
      return
    }
    known.removeAll { $0.kind == kind }
    known.append((kind, color))
    known = known.suffix(Self.limit)
    let text = known.map { "\($0.kind) \(String($0.color.hex ?? 0, radix: 16))\n" }.joined()
    // Nothing depends on it: what can't be written is asked for again.
    BlockingThread.queue.async { [file] in
      try? StandardPaths.make(file.deletingLastPathComponent())
      try? Data(text.utf8).write(to: file, options: .atomic)
      try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
  }

  private static func read(_ file: URL) -> [(kind: String, color: Color)] {
    guard let handle = try? FileHandle(forReadingFrom: file),
      let data = try? handle.read(upToCount: maximumBytes)
    else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let hex = UInt32(words[1], radix: 16) else { return nil }
      return (String(words[0]), Color(hex: hex))
    }
  }

  /// `15;0` or `15;default;0`: the last number is the background's among the first 16 colours.
  private static func color(reported text: String) -> Color? {
    guard let number = text.split(separator: ";").last.flatMap({ Int($0) }),
      let colors = Palette.of(.sixteen)?.colors, colors.indices.contains(number)
    else { return nil }
    return colors[number]
  }
}
