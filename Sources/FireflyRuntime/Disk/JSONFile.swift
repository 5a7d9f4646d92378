import FireflyCore
import Foundation

/// A file of JSON that only its owner can read: read marks, views, posts saved for later.
///
/// Contents that can't be decoded, because they are damaged or a later version has written them, are
/// never overwritten: the file is renamed to `NAME.damaged`, with its lock held, and reported.
struct JSONFile<Contents: Codable & Sendable>: Sendable {
  /// The file.
  let file: PrivateFile
  /// Larger files are refused.
  let maximumBytes: Int
  /// What follows for the user when the file was set aside, as a sentence; gets the time of the file.
  let loss: @Sendable (Date) -> String
  /// Returns the contents that take the place of a file that was set aside, nil for none; gets the
  /// time of the file.
  var successor: @Sendable (Date) -> Contents? = { _ in nil }
  /// Whether new contents survive a power cut.
  var isLasting = true
  /// Receives the problem as a sentence.
  let report: FileReport

  /// Returns the contents; nil if there are none that can be used.
  func read() -> Contents? {
    do throws(SystemProblem) {
      guard let data = try file.read(maximumBytes: maximumBytes) else { return nil }
      if let contents = Self.decoded(data) { return contents }
      // Another program may be replacing the file.
      return try file.locked { () throws(SystemProblem) in try current() }
    } catch {
      report("\(file.url.path) can't be used: \(error.description).")
      return nil
    }
  }

  /// Changes the contents, with the lock of the file held.
  ///
  /// - Parameter change: gets nil if there are no contents; leaves nil to write nothing.
  /// - Throws: `SystemProblem`, also that of `change`.
  func update(
    _ change: (inout Contents?) throws(SystemProblem) -> Void
  ) throws(SystemProblem) {
    try file.locked { () throws(SystemProblem) in
      var contents = try current()
      try change(&contents)
      guard let contents else { return }
      try write(contents)
    }
  }

  /// Reads the file with its lock held; sets it aside if it can't be decoded.
  private func current() throws(SystemProblem) -> Contents? {
    guard let data = try file.read(maximumBytes: maximumBytes) else { return nil }
    if let contents = Self.decoded(data) { return contents }
    let (name, time) = try file.setAside()
    report(file.sentence(setAsideAs: name, loss(time)))
    guard let contents = successor(time) else { return nil }
    try write(contents)
    return contents
  }

  private func write(_ contents: Contents) throws(SystemProblem) {
    guard let data = try? JSONEncoder().encode(contents), data.count <= maximumBytes else {
      throw SystemProblem("it would be too large")
    }
    try file.replace(with: data, isLasting: isLasting)
  }

  private static func decoded(_ data: Data) -> Contents? {
    try? JSONDecoder().decode(Contents.self, from: data)
  }
}

/// Receives a sentence about a file that can't be used.
public typealias FileReport = @Sendable (String) -> Void

extension PrivateFile {
  /// Returns the sentences about this file after it was set aside.
  ///
  /// - Parameters:
  ///   - name: its new name.
  ///   - loss: what follows for the user, as a sentence.
  /// - Returns: the sentences.
  public func sentence(setAsideAs name: String, _ loss: String) -> String {
    """
    \(url.path) can't be read: it is damaged, or a later version of Firefly has written it. It is kept \
    as \(name). \(loss)
    """
  }
}
