import FireflyCore
import FireflyText
import FireflyTransfer
import Foundation

// Pictures that posts have or show by their addresses on the web.
extension Conversion {
  /// Pictures at most, and bytes of all of them, which are in memory until they are imported.
  static let (maximumPictures, maximumBytes) = (500, 64 << 20)
  /// Seconds after which no further picture is loaded.
  static let pictureSeconds = 600.0

  /// Loads the pictures on the web, so that they are imported; the others keep their addresses, and are
  /// counted as left out.
  ///
  /// - Parameters:
  ///   - clock: returns the time in seconds.
  ///   - load: loads the picture at an address.
  /// - Throws: `CancellationError`.
  package mutating func loadPictures(
    clock: () -> Double = { Date().timeIntervalSince1970 },
    _ load: (_ address: String) async throws -> Data?
  ) async throws {
    let end = clock() + Self.pictureSeconds
    var loaded: [String: Data] = [:]
    var (count, bytes) = (0, 0)
    let addresses = document.webPictures
    for address in addresses {
      try Task.checkCancellation()
      WorkProgress.step(count, of: addresses.count)
      guard count < Self.maximumPictures, bytes < Self.maximumBytes else {
        leftOut.add(
          "picture beyond the first \(Self.maximumPictures) or 64 MB",
          "pictures beyond the first \(Self.maximumPictures) or 64 MB", named: address)
        continue
      }
      // Those that fail count, too.
      count += 1
      do {
        if clock() < end { loaded[address] = try await load(address) }
      } catch {
        try Task.checkCancellation()
      }
      bytes += loaded[address]?.count ?? 0
      if loaded[address] == nil {
        leftOut.add(
          "picture that could not be loaded", "pictures that could not be loaded", named: address)
      }
    }
    document.bring(loaded)
  }

  /// Counts the pictures on the web as left out.
  ///
  /// - Returns: whether there are any.
  package mutating func leaveOutPictures() -> Bool {
    let addresses = document.webPictures
    for address in addresses {
      leftOut.add("picture of the web", "pictures of the web", named: address)
    }
    return !addresses.isEmpty
  }
}

extension ImportDocument {
  /// The addresses of pictures on the web that posts have or show, each once.
  fileprivate var webPictures: [String] {
    var seen: Set<String> = []
    return items.flatMap { item in
      [item.picture == nil ? item.imageURL : nil].compactMap(\.self)
        + MarkdownPictures.list(in: item.body).map(\.address)
    }.filter {
      ($0.hasPrefix("https://") || $0.hasPrefix("http://")) && seen.insert($0).inserted
    }
  }
}
