import Foundation

/// Finds the elements of one array in a JSON object, as the bytes of the object arrive.
///
/// Looks for the array under `key` at the top level, returns the bytes of each element, and
/// collects the rest as the skeleton: the same object with that array empty. Reads UTF-8 only. It
/// validates no more than it must; the decoders of the elements and the skeleton do.
package struct ElementSplitter {
  /// One element of the array.
  package struct Element {
    /// The index in the array.
    package var position: Int
    /// The JSON; empty if it exceeds the limit.
    package var bytes: Data
    /// Levels of nesting: 0 for a number, 1 for a flat object.
    package var depth: Int
    /// Whether it exceeded the limit.
    package var isOversized: Bool
  }

  /// Levels of arrays and objects that `JSONDecoder` can decode.
  static let deepest = 512

  /// The object without the elements, complete after the last byte.
  package private(set) var skeleton = Data()

  private let key: [UInt8]
  private let elementLimit: Int
  private var state = State.skeleton
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var failure: APIError?

  // The key at the top level that is being read, or the last one.
  private var topLevelKey: [UInt8] = []
  private var isReadingKey = false
  private var expectsKey = false
  private var isDone = false

  // The element being read.
  private var element = Data()
  private var position = 0
  private var deepestInElement = 0
  private var isOversized = false

  private enum State {
    case skeleton, beforeFirst, beforeNext, afterElement, scalar, nested
  }

  /// - Parameters:
  ///   - key: the key of the array, without characters that JSON escapes.
  ///   - elementLimit: maximum size of an element in bytes; larger ones are skipped.
  package init(key: String, elementLimit: Int) {
    self.key = Array(key.utf8)
    self.elementLimit = elementLimit
  }

  /// Returns the elements that end in this chunk.
  /// - Throws: `APIError.tooDeep`, or `.unreadable` if this is not a JSON object.
  package mutating func elements(in chunk: Data) throws(APIError) -> [Element] {
    var found: [Element] = []
    chunk.withUnsafeBytes { bytes in
      // Copies runs of element bytes at once: copying each byte is ten times slower.
      var runStart = 0
      var index = 0
      while index < bytes.count {
        let wasInElement = isInElement
        if !wasInElement { runStart = index }
        step(bytes[index])
        if failure != nil { return }
        if isInElement {
          index = isInString && !isEscaped ? Self.endOfText(in: bytes, after: index) : index + 1
          if index == bytes.count { append(bytes[runStart...]) }
        } else {
          if wasInElement {
            // A closing bracket or quote belongs to the element; a comma after a number does not.
            append(bytes[runStart..<(endedBefore ? index : index + 1)])
            found.append(finishElement())
          }
          index += 1
        }
      }
    }
    if let failure { throw failure }
    return found
  }

  private var isInElement: Bool { state == .scalar || state == .nested }

  /// The index of the next quote or backslash.
  ///
  /// Most bytes are text, so this loop is hot.
  private static func endOfText(in bytes: UnsafeRawBufferPointer, after index: Int) -> Int {
    var next = index + 1
    while next < bytes.count, bytes[next] != .quote, bytes[next] != .backslash { next += 1 }
    return next
  }

  /// Whether the element ended before the last byte, not with it.
  private var endedBefore = false

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .skeleton: stepSkeleton(byte)
    case .beforeFirst, .beforeNext, .afterElement: stepBetween(byte)
    case .scalar:
      guard byte == .comma || byte == .closeBracket || byte.isSpace else { return }
      endedBefore = true
      state = .afterElement
      stepBetween(byte)
    case .nested:
      if isInString {
        stepString(byte)
      } else {
        stepStructure(byte)
      }
      guard depth == 2, !isInString else { return }
      endedBefore = false
      state = .afterElement
    }
  }

  private mutating func stepBetween(_ byte: UInt8) {
    switch byte {
    case _ where byte.isSpace: break
    case .comma where state == .afterElement: state = .beforeNext
    // JSONDecoder also accepts a trailing comma.
    case .closeBracket:
      state = .skeleton
      stepSkeleton(byte)
    case _ where state == .afterElement:
      failure = .unreadable(reason: "no comma after element \(position)")
    case .comma: failure = .unreadable(reason: "nothing before a comma")
    case .quote, .openBrace, .openBracket:
      state = .nested
      stepStructure(byte)
    default: state = .scalar
    }
  }

  private mutating func stepSkeleton(_ byte: UInt8) {
    skeleton.append(byte)
    if skeleton.count > elementLimit {
      failure = .unreadable(reason: "more than \(elementLimit) bytes around the \"\(keyText)\"")
    } else if isInString {
      if isReadingKey, byte != .quote || isEscaped { topLevelKey.append(byte) }
      stepString(byte)
      if !isInString { isReadingKey = false }
    } else if depth == 0, !byte.isSpace, byte != .openBrace, byte < 0x80 {
      failure = .unreadable(reason: "no JSON object")
    } else {
      let isUnderKey = depth == 1 && !expectsKey && !isDone
      stepStructure(byte)
      switch byte {
      case .openBrace where depth == 1: expectsKey = true
      case .comma where depth == 1: expectsKey = true
      case .quote where depth == 1 && expectsKey:
        expectsKey = false
        isReadingKey = true
        topLevelKey = []
      case .openBracket where isUnderKey && isWantedKey:
        isDone = true
        state = .beforeFirst
      default: break
      }
    }
  }

  private mutating func stepString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == .backslash {
      isEscaped = true
    } else if byte == .quote {
      isInString = false
    }
  }

  private mutating func stepStructure(_ byte: UInt8) {
    switch byte {
    case .quote: isInString = true
    case .openBrace, .openBracket:
      depth += 1
      deepestInElement = max(deepestInElement, depth - 2)
      if depth > Self.deepest { failure = .tooDeep }
    case .closeBrace, .closeBracket:
      depth -= 1
      if depth < 0 { failure = .unreadable(reason: "a bracket closes what is not open") }
    default: break
    }
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    guard !isOversized else { return }
    if element.count + bytes.count > elementLimit {
      isOversized = true
      element = Data()
    } else {
      element.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes))
    }
  }

  private mutating func finishElement() -> Element {
    defer {
      element = Data()
      isOversized = false
      deepestInElement = 0
      position += 1
    }
    return Element(
      position: position, bytes: element, depth: deepestInElement, isOversized: isOversized)
  }

  private var keyText: String { String(decoding: key, as: UTF8.self) }

  /// Whether the last key at the top level is the wanted one, including escaped spellings.
  private var isWantedKey: Bool {
    if topLevelKey == key { return true }
    guard topLevelKey.contains(.backslash), topLevelKey.count <= 6 * key.count else { return false }
    let quoted = Data([.quote] + topLevelKey + [.quote])
    return (try? JSONDecoder().decode(String.self, from: quoted)) == keyText
  }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let openBrace = UInt8(ascii: "{")
  fileprivate static let closeBrace = UInt8(ascii: "}")
  fileprivate static let openBracket = UInt8(ascii: "[")
  fileprivate static let closeBracket = UInt8(ascii: "]")

  /// Whether JSON counts it as white space.
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
