import CHTML
import FireflyCore

/// Receives the elements and texts of a piece of HTML, in its order.
public protocol HTMLReader: AnyObject {
  /// Whether the parser is to stop here.
  var isFull: Bool { get }
  /// An element begins; its name and those of its attributes are in lower case.
  func begin(_ name: String, _ attributes: HTMLAttributes)
  /// An element ends, perhaps only because its parent does.
  func end(_ name: String)
  /// A piece of text, with all character references resolved.
  func add(_ text: UnsafeRawBufferPointer)
}

extension HTMLReader {
  /// Parses HTML by libxml2; loads nothing that it refers to.
  ///
  /// - Parameter bytes: UTF-8 without control characters: the parser stops at NUL.
  public func read(_ bytes: [UInt8]) {
    var events = firefly_html_events(
      begin: { context, name, attributes in
        guard let context, let name else { return }
        HTMLReaderBox.reader(context).begin(String(cString: name), HTMLAttributes(attributes))
      },
      end: { context, name in
        guard let context, let name else { return }
        HTMLReaderBox.reader(context).end(String(cString: name))
      },
      text: { context, bytes, count in
        guard let context, let bytes else { return }
        HTMLReaderBox.reader(context).add(
          UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: Int(count)))
      },
      is_full: { context in context.map { HTMLReaderBox.reader($0).isFull } ?? true })
    let box = HTMLReaderBox(self)
    withExtendedLifetime(box) {
      bytes.withUnsafeBytes { bytes in
        _ = firefly_html_read(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
          Unmanaged.passUnretained(box).toOpaque(), &events)
      }
    }
  }
}

/// Carries a reader through the C parser.
private final class HTMLReaderBox {
  private let reader: any HTMLReader

  init(_ reader: any HTMLReader) { self.reader = reader }

  static func reader(_ context: UnsafeMutableRawPointer) -> any HTMLReader {
    Unmanaged<HTMLReaderBox>.fromOpaque(context).takeUnretainedValue().reader
  }
}

/// The attributes of an element; valid during the event only.
public struct HTMLAttributes {
  private let list: UnsafePointer<UnsafePointer<CChar>?>?

  fileprivate init(_ list: UnsafePointer<UnsafePointer<CChar>?>?) { self.list = list }

  /// The value of an attribute; empty if it has no value, nil if it is missing.
  public subscript(name: String) -> String? {
    guard let list else { return nil }
    var index = 0
    while let key = list[index] {
      if String(cString: key) == name { return list[index + 1].map { String(cString: $0) } ?? "" }
      index += 2
    }
    return nil
  }
}
