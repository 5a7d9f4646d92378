import CHTML
import FireflyCore

/// HTML converted to Markdown, and its opening as plain text.
///
/// Depth and size are limited; the rest is dropped.
public struct HTMLText: Hashable, Sendable {
  /// Markdown, sanitized by `ForeignText`.
  public var markdown: String
  /// The first words, at most 280 characters on one line, sanitized.
  public var opening: String

  /// Maximum bytes of HTML.
  static let maximumBytes = 512 << 10
  /// Maximum bytes of Markdown.
  static let maximumOutput = 512 << 10
  /// Maximum depth of elements; parsing stops there.
  static let maximumDepth = 512

  /// How a service uses HTML.
  public struct Habits: Hashable, Sendable {
    /// The base of relative addresses, such as `https://example.org`.
    public var base: String
    /// Whether paragraphs that begin with `>` are quotations.
    public var quotesByAngle: Bool

    /// Creates habits.
    public init(base: String, quotesByAngle: Bool = false) {
      (self.base, self.quotesByAngle) = (base, quotesByAngle)
    }
  }

  /// Why HTML can't be read on this machine, as a sentence; nil if it can.
  public static var problem: String? {
    firefly_html_problem().map { _ in "libxml2 is missing. On Debian: apt install libxml2." }
  }

  /// Converts a piece of HTML.
  public init(_ html: String, habits: Habits) {
    let writer = MarkdownWriter(habits: habits)
    // Without control characters: the parser stops at NUL.
    let bytes = Array(ForeignText.clean(html).utf8.prefix(Self.maximumBytes))
    var events = firefly_html_events(
      begin: { context, name, attributes in
        guard let name, let writer = MarkdownWriter.of(context) else { return }
        writer.begin(String(cString: name), HTMLAttributes(attributes))
      },
      end: { context, _ in MarkdownWriter.of(context)?.end() },
      text: { context, bytes, count in
        guard let bytes else { return }
        MarkdownWriter.of(context)?.add(
          UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: Int(count)))
      },
      is_full: { MarkdownWriter.of($0)?.isFull ?? true })
    let context = Unmanaged.passUnretained(writer).toOpaque()
    bytes.withUnsafeBytes { bytes in
      _ = firefly_html_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), context,
        &events)
    }
    writer.finish()
    markdown = ForeignText.clean(writer.markdown)
    opening = ForeignText.cleanLine(writer.opening)
  }
}

/// The attributes of an element; valid during the event only.
struct HTMLAttributes {
  private let list: UnsafePointer<UnsafePointer<CChar>?>?

  init(_ list: UnsafePointer<UnsafePointer<CChar>?>?) { self.list = list }

  /// The value of an attribute; empty if it has no value, nil if it is missing.
  subscript(name: String) -> String? {
    guard let list else { return nil }
    var index = 0
    while let key = list[index] {
      if String(cString: key) == name { return list[index + 1].map { String(cString: $0) } ?? "" }
      index += 2
    }
    return nil
  }
}

extension MarkdownWriter {
  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> MarkdownWriter? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}
