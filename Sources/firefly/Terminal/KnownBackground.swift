import FireflyClient
import FireflyCore
import FireflyScreen
import Foundation

/// The probable background of the terminal, for the frames before its reply.
///
/// The reply takes milliseconds, and some multiplexers never send one. So the last reply of each
/// kind of terminal is stored.
struct KnownBackground {
  /// Maximum number of kinds; the last used ones stay.
  private static let limit = 32
  /// Maximum bytes of the file.
  private static let maximumBytes = 8_192

  private let file: PrivateFile
  private let kind: String
  /// Whether this terminal runs inside another one.
  private let isInside: Bool
  /// The background in `COLORFGBG`, which rxvt and Konsole set.
  private let reported: Color?
  /// The last replies, the newest last.
  private var known: [(kind: String, color: Color)]

  /// Reads what is known of the terminal.
  init(environment: [String: String], folder: URL) {
    file = KeptFile.backgrounds.file(in: folder)
    let names = [environment["TERM"], environment["TERM_PROGRAM"]]
    kind = names.compactMap { $0 }.joined(separator: "/").filter { $0.isASCII && !$0.isWhitespace }
    isInside = environment["TMUX"] != nil || environment["STY"] != nil
    reported = environment["COLORFGBG"].flatMap(Self.color(reported:))
    known = Self.known(in: try? file.read(maximumBytes: Self.maximumBytes))
  }

  /// The last reply of this terminal; else that of the environment; else, in a multiplexer, the
  /// last reply of any terminal; else black, as most terminals are.
  var color: Color {
    known.last { $0.kind == kind }?.color ?? reported ?? (isInside ? known.last?.color : nil)
      ?? .black
  }

  /// Saves a reply for the next start.
  mutating func remember(_ color: Color) {
    guard let hex = color.hex, known.last?.kind != kind || known.last?.color.hex != hex else {
      return
    }
    known.append((kind, color))
    // Errors are ignored: the terminal is asked at every start.
    BlockingThread.queue.async { [file, kind] in
      try? file.locked { () throws(SystemProblem) in
        let old = Self.known(in: try? file.read(maximumBytes: Self.maximumBytes))
        let known = old.filter { $0.kind != kind } + [(kind, color)]
        let lines = known.suffix(Self.limit).map { kind, color in
          "\(kind) \(String(color.hex ?? 0, radix: 16))\n"
        }
        try file.replace(with: Data(lines.joined().utf8), isLasting: false)
      }
    }
  }

  private static func known(in data: Data?) -> [(kind: String, color: Color)] {
    String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let hex = UInt32(words[1], radix: 16) else { return nil }
      return (String(words[0]), Color(hex: hex))
    }
  }

  /// `15;0` or `15;default;0`: the last number is the background's among the 256 colours.
  private static func color(reported text: String) -> Color? {
    guard let number = text.split(separator: ";").last.flatMap({ Int($0) }),
      let colors = Palette.of(.indexed)?.colors, colors.indices.contains(number)
    else { return nil }
    // Bright black is a dark background.
    return colors[number == 8 ? 0 : number]
  }
}
