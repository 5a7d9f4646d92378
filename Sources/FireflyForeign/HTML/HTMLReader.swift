import CHTML

/// Receives the elements and texts of a piece of HTML, in its order.
package protocol HTMLReader: AnyObject {
  /// Whether the parser is to stop here.
  var isFull: Bool { get }
  /// An element begins; its name and those of its attributes are in lower case.
  func begin(_ name: String, _ attributes: HTMLAttributes)
  /// An element ends, perhaps only because its parent does.
  func end(_ name: String)
  /// A piece of text, with all character references resolved.
  func add(_ text: UnsafeRawBufferPointer)
  /// A piece of a script or a style.
  func add(script: UnsafeRawBufferPointer)
}

extension HTMLReader {
  /// Leaves scripts and styles out.
  package func add(script: UnsafeRawBufferPointer) {}

  /// Parses HTML by libxml2; loads nothing that it refers to.
  ///
  /// Attributes of an element after the first `HTMLPieces.maximumAttributes` are left out. If the task is cancelled,
  /// the rest is left out, too.
  ///
  /// - Parameter bytes: UTF-8 without control characters: the parser stops at NUL.
  package func read(_ bytes: [UInt8]) {
    guard let library = firefly_html()?.pointee else { return }
    var handler = xmlSAXHandler()
    handler.startElement = { context, name, attributes in
      guard let name, let reader = HTMLEvents.reader(context) else { return }
      reader.begin(String(cString: name), HTMLAttributes(attributes))
    }
    handler.endElement = { context, name in
      guard let name, let reader = HTMLEvents.reader(context, isEnd: true) else { return }
      reader.end(String(cString: name))
    }
    handler.characters = { context, text, count in
      HTMLEvents.reader(context)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
    }
    handler.ignorableWhitespace = handler.characters
    // Scripts and styles; without this they would come as text.
    handler.cdataBlock = { context, text, count in
      HTMLEvents.reader(context)?.add(
        script: UnsafeRawBufferPointer(start: text, count: Int(count)))
    }
    let events = HTMLEvents(self, library)
    events.parser = library.htmlCreatePushParserCtxt(
      &handler, Unmanaged.passUnretained(events).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    guard let parser = events.parser else { return }
    // The bytes are UTF-8, whatever the page says.
    let options =
      HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC
    _ = library.htmlCtxtUseOptions(parser, Int32(options))
    withExtendedLifetime(events) {
      var pieces = HTMLPieces(bytes)
      var piece = pieces.next()
      while let bytes = piece, !events.isOver, !Task.isCancelled {
        piece = pieces.next()
        bytes.withUnsafeBytes { bytes in
          _ = library.htmlParseChunk(
            parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(clamping: bytes.count), piece == nil ? 1 : 0)
        }
      }
    }
    library.htmlFreeParserCtxt(parser)
  }
}

/// Carries a reader through the C parser.
private final class HTMLEvents {
  private let reader: any HTMLReader
  private let library: firefly_html_functions
  var parser: OpaquePointer?
  private(set) var isOver = false

  init(_ reader: any HTMLReader, _ library: firefly_html_functions) {
    (self.reader, self.library) = (reader, library)
  }

  /// Returns the reader of an event; nil if it is full, which stops the parser.
  static func reader(
    _ context: UnsafeMutableRawPointer?, isEnd: Bool = false
  ) -> (any HTMLReader)? {
    guard let context else { return nil }
    let events = Unmanaged<HTMLEvents>.fromOpaque(context).takeUnretainedValue()
    if !isEnd, !events.isOver, events.reader.isFull {
      events.isOver = true
      events.library.xmlStopParser(events.parser)
    }
    return events.isOver ? nil : events.reader
  }
}

/// The attributes of an element; valid during the event only, unless they are a copy.
package struct HTMLAttributes {
  /// Names and values in turn, then nil.
  private let list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  private var values: [String: String]?

  fileprivate init(_ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) { self.list = list }

  /// Creates attributes of names and values.
  init(_ values: [String: String]) { (list, self.values) = (nil, values) }

  /// The attributes, to be kept.
  var copy: HTMLAttributes {
    var values: [String: String] = [:]
    var index = 0
    while let key = list?[index] {
      values[String(cString: key)] = list?[index + 1].map { String(cString: $0) } ?? ""
      index += 2
    }
    return HTMLAttributes(self.values ?? values)
  }

  /// The value of an attribute; empty if it has no value, nil if it is missing.
  package subscript(name: String) -> String? {
    if let values { return values[name] }
    guard let list else { return nil }
    var index = 0
    while let key = list[index] {
      if String(cString: key) == name { return list[index + 1].map { String(cString: $0) } ?? "" }
      index += 2
    }
    return nil
  }
}
