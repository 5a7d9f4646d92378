import CHTML
import FireflyCore
import FireflyServer
import FireflySources
import Foundation

/// Converts OPML: each `outline` is a post, and nested ones are its replies.
enum OPMLOutline {
  static func convert(_ data: Data, identity: String? = nil) throws(ImportError) -> Conversion {
    let reader = OutlineReader()
    reader.tree.identity = identity
    // The HTML parser makes names lower case and loads nothing.
    let name = data.prefix(200).firstRange(of: Data("encoding=".utf8)).map { range in
      String(decoding: data[range.upperBound...].prefix(40), as: UTF8.self).dropFirst()
        .prefix { $0 != "\"" && $0 != "'" }
    }
    let text = Charset.decode(Array(data), name.map(String.init))
    let bytes = Array(ForeignText.clean(text, limit: .max).utf8)
    var events = firefly_html_events(
      begin: { context, name, attributes in
        guard let context, let name else { return }
        OutlineReader.of(context).begin(String(cString: name), OutlineReader.values(attributes))
      },
      end: { context, name in
        guard let context, let name else { return }
        OutlineReader.of(context).end(String(cString: name))
      },
      text: { context, bytes, count in
        guard let context, let bytes else { return }
        let text = UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: Int(count))
        OutlineReader.of(context).add(String(decoding: text, as: UTF8.self))
      },
      is_full: { context in context.map { OutlineReader.of($0).isFull } ?? true })
    let context = Unmanaged.passUnretained(reader).toOpaque()
    bytes.withUnsafeBytes { bytes in
      _ = firefly_html_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
        context, &events)
    }
    return try reader.tree.converted()
  }
}

/// Collects the outlines of a document.
private final class OutlineReader {
  var tree = ForeignTree(PostSource.file, isOutline: true)
  /// The indices of the open outlines.
  private var open: [Int] = []
  private var title: String?
  private var isInTitle = false

  var isFull: Bool { tree.posts.count > ImportDocument.maxPosts }

  static func of(_ context: UnsafeMutableRawPointer) -> OutlineReader {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  static func values(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String: String] {
    var (values, index): ([String: String], Int) = ([:], 0)
    while let list, let key = list[index] {
      values[String(cString: key)] = list[index + 1].map { String(cString: $0) } ?? ""
      index += 2
    }
    return values
  }

  func begin(_ name: String, _ values: [String: String]) {
    if name == "title" { isInTitle = true }
    guard name == "outline" else { return }
    if let title, !title.isEmpty, tree.posts.isEmpty {
      open.append(tree.add(ForeignPost(title: title, summary: "")))
    }
    var post = ForeignPost(above: open.last)
    post.title = values["text"] ?? values["title"] ?? ""
    // Some programs write HTML.
    if post.title.contains("<") || post.title.contains("&") {
      post.title = HTMLText(post.title, habits: .init(base: "")).opening
    }
    post.date = values["created"].flatMap(WireDate.date)
    let link = values["htmlurl"] ?? values["url"] ?? values["xmlurl"]
    post.body = WebPost.body(link: link, text: values["_note"])
    post.summary = values["description"] ?? ""
    open.append(tree.add(post))
  }

  func end(_ name: String) {
    if name == "title" { isInTitle = false }
    if name == "outline", !open.isEmpty { open.removeLast() }
  }

  func add(_ text: String) {
    guard isInTitle, (title ?? "").utf8.count < 4_096 else { return }
    title = ((title ?? "") + text).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
