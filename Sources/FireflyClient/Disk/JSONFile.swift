import FireflyCore
import Foundation

/// A small file that only its owner can read, of JSON or in a form of its own: read marks, views, posts
/// saved for later, what is kept of sources.
///
/// Contents that can't be decoded, because they are damaged or a later version has written them, are
/// never overwritten: the file is renamed to `NAME.damaged`, with its lock held, and reported.
package struct JSONFile<Contents: Sendable>: Sendable {
  let file: PrivateFile
  /// Larger files are refused.
  let maximumBytes: Int
  /// What follows for the user when the file was set aside, as a sentence; gets the time of the file.
  let loss: @Sendable (Date) -> String
  /// Returns the contents that take the place of a file that was set aside, nil for none; gets the
  /// time of the file.
  var successor: @Sendable (Date) -> Contents? = { _ in nil }
  /// Whether contents are those of the owner of the file; those of others count as none.
  ///
  /// Names of files are fingerprints, which several owners may have.
  var isOwn: @Sendable (Contents) -> Bool = { _ in true }
  /// Whether new contents survive a power cut.
  var isLasting = true
  /// Receives the problem as a sentence.
  let report: FileReport
  /// Returns the contents in bytes of the file; nil if they can't be decoded.
  var decode: @Sendable (Data) -> Contents?
  /// Returns the bytes of contents; nil if they can't be encoded.
  var encode: @Sendable (Contents) -> Data?

  /// Creates a value for a file in a form of its own.
  ///
  /// - Parameters:
  ///   - maximumBytes: larger files are refused.
  ///   - loss: what follows for the user when the file was set aside, as a sentence.
  ///   - report: receives the sentences about a file that can't be used.
  ///   - decode: returns the contents in bytes; nil if they can't be decoded.
  ///   - encode: returns the bytes of contents; nil if they can't be encoded.
  package init(
    _ file: PrivateFile, maximumBytes: Int, loss: String, report: @escaping FileReport,
    decode: @escaping @Sendable (Data) -> Contents?,
    encode: @escaping @Sendable (Contents) -> Data?
  ) {
    (self.file, self.maximumBytes, self.report) = (file, maximumBytes, report)
    self.loss = { _ in loss }
    (self.decode, self.encode) = (decode, encode)
  }

  /// Returns the contents; nil if there are none that can be used.
  package func read() -> Contents? {
    do throws(SystemProblem) {
      guard let data = try file.read(maximumBytes: maximumBytes) else { return nil }
      if let contents = decode(data) { return isOwn(contents) ? contents : nil }
      // Another program may be replacing the file.
      return try file.locked { () throws(SystemProblem) in try current()?.contents }
    } catch {
      report("\(file.url.path) can't be used: \(error.description).")
      return nil
    }
  }

  /// Changes the contents, with the lock of the file held.
  ///
  /// - Parameter change: gets nil if there are no contents; leaves nil to write nothing.
  /// - Throws: `SystemProblem`, also that of `change`.
  package func update(
    _ change: (inout Contents?) throws(SystemProblem) -> Void
  ) throws(SystemProblem) {
    try file.locked { () throws(SystemProblem) in
      let old = try current()
      var contents = old?.contents
      try change(&contents)
      if let contents { try write(contents, over: old?.data) }
    }
  }

  /// Changes the contents, with the lock of the file held.
  ///
  /// - Parameters:
  ///   - none: what takes the place of missing contents.
  ///   - change: changes them.
  /// - Returns: the contents as they are then.
  /// - Throws: `SystemProblem`, also that of `change`.
  package func updated(
    from none: Contents, _ change: (inout Contents) throws(SystemProblem) -> Void
  ) throws(SystemProblem) -> Contents {
    var new = none
    try update { contents throws(SystemProblem) in
      new = contents ?? none
      try change(&new)
      contents = new
    }
    return new
  }

  /// Changes the contents, and reports a failure.
  ///
  /// - Parameters:
  ///   - words: what can't be kept then, as the subject of a sentence.
  ///   - change: as for `update`.
  package func keep(_ words: String, _ change: (inout Contents?) -> Void) {
    do {
      try update(change)
    } catch {
      report("\(words) can't be kept: \(error.description).")
    }
  }

  /// Changes the contents, and reports a failure.
  ///
  /// - Parameters:
  ///   - words: what can't be kept then, as the subject of a sentence.
  ///   - none: what takes the place of missing contents.
  ///   - change: changes them.
  package func keep(_ words: String, from none: Contents, _ change: (inout Contents) -> Void) {
    keep(words) { contents in
      var new = contents ?? none
      change(&new)
      contents = new
    }
  }

  /// Reads the file with its lock held; sets it aside if it can't be decoded.
  private func current() throws(SystemProblem) -> (data: Data?, contents: Contents?)? {
    guard let data = try file.read(maximumBytes: maximumBytes) else { return nil }
    if let contents = decode(data) { return (data, isOwn(contents) ? contents : nil) }
    let (name, time) = try file.setAside()
    report(
      """
      \(file.url.path) can't be read: it is damaged, or a later version of Firefly has written it. It is \
      kept as \(name). \(loss(time))
      """)
    guard let contents = successor(time) else { return nil }
    try write(contents, over: nil)
    return (nil, contents)
  }

  private func write(_ contents: Contents, over old: Data?) throws(SystemProblem) {
    guard let data = encode(contents), data.count <= maximumBytes else {
      throw SystemProblem("it would be too large")
    }
    if data != old { try file.replace(with: data, isLasting: isLasting) }
  }
}

extension JSONFile where Contents: Codable {
  /// Creates a value for a file of JSON.
  ///
  /// - Parameters: as their properties.
  package init(
    file: PrivateFile, maximumBytes: Int, loss: @escaping @Sendable (Date) -> String,
    successor: @escaping @Sendable (Date) -> Contents? = { _ in nil },
    isOwn: @escaping @Sendable (Contents) -> Bool = { _ in true }, isLasting: Bool = true,
    format: JSONEncoder.OutputFormatting = [], report: @escaping FileReport
  ) {
    (self.file, self.maximumBytes, self.loss) = (file, maximumBytes, loss)
    (self.successor, self.isOwn, self.isLasting, self.report) = (
      successor, isOwn, isLasting, report
    )
    decode = { try? JSONDecoder().decode(Contents.self, from: $0) }
    encode = { contents in
      let encoder = JSONEncoder()
      encoder.outputFormatting = format
      return try? encoder.encode(contents)
    }
  }
}

/// Receives a sentence about a file that can't be used.
package typealias FileReport = @Sendable (String) -> Void
