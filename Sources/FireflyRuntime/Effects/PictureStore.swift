import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyPictures
import FireflyScreen
import Foundation
import Logging

/// Loads pictures from the disk cache or the server, and decodes them off the main actor.
@MainActor
package final class PictureStore {
  /// Maximum pixels per side of a picture in memory: more than cells can show.
  ///
  /// Larger sharp pictures are decoded separately.
  static let decodedSize = PixelSize(width: 800, height: 800)

  /// Called when a picture can be drawn, or drawn better.
  var onChange: () -> Void = {}
  /// Called once for each library that isn't installed, with a sentence for users.
  var onMissingLibrary: (String) -> Void = { _ in }
  private var reportedLibraries: Set<String> = []
  /// The pictures in memory, from which views draw.
  let memory: PictureMemoryCache
  private let client: any PostsClient
  private let server: String
  private let disk: PictureDiskCache
  /// The pictures of drafts; nil if drafts are not stored.
  private let drafts: DraftPictures?
  private let log: Logger
  /// Limits loading and decoding.
  let queue = PictureQueue()
  /// Whether final cells are being rendered: a better frame follows.
  private(set) var isRendering = false
  private var isPrepared = false
  /// Why pictures could not be loaded, in few words.
  private var failures: [String: String] = [:]
  /// Pictures that were evicted and reloaded while visible.
  ///
  /// Each is reloaded once, otherwise a full cache would thrash.
  private var reloaded: Set<String> = []

  /// Creates a store for the pictures of a server.
  ///
  /// - Parameters:
  ///   - client: sends requests to the server.
  ///   - server: the permanent ID of the server.
  ///   - cache: the cache folder.
  ///   - abilities: what the terminal can display.
  package init(
    client: any PostsClient, server: SiteID, cache: URL, drafts: DraftPictures? = nil,
    abilities: ScreenAbilities, log: Logger
  ) {
    self.drafts = drafts
    self.client = client
    self.server = server.description
    self.log = log
    disk = PictureDiskCache(directory: KeptFile.pictures.url(in: cache))
    memory = PictureMemoryCache(abilities: abilities)
  }

  /// Loads the picture libraries, which takes some 10 ms, while the first picture is loading.
  func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    Task {
      let problem = await Task.detached(priority: .userInitiated) {
        PictureDecoder.prepare()
        return PictureRenderer.problem
      }.value
      if let problem { report(problem) }
    }
  }

  private func failed(_ address: String, _ reason: String?) { failures[address] = reason }

  private func report(_ problem: String) {
    if reportedLibraries.insert(problem).inserted { onMissingLibrary(problem) }
  }

  /// Returns why a picture could not be loaded, in few words, and forgets it.
  func takeFailure(of address: String) -> String {
    failures.removeValue(forKey: address) ?? "not loaded"
  }

  /// Loads a picture; returns its width divided by its height, or nil if it is not available.
  func load(_ address: String) async -> Double? {
    guard let picture = await fetch(address), !Task.isCancelled else { return nil }
    return take(picture, at: address)
  }

  /// Loads the cached copy of a picture without asking the server; returns its width divided by its
  /// height, or nil for none.
  func loadFromDisk(_ address: String) async -> Double? {
    guard Draft.Picture.copy(at: address) == nil else { return nil }
    let (disk, server, queue) = (disk, server, queue)
    let picture = await Task.detached(priority: .utility) { () -> PicturePyramid? in
      guard let bytes = await disk.entry(server: server, address: address)?.bytes else {
        return nil
      }
      return try? await Self.decode(bytes, of: address, fitting: Self.decodedSize, queue)
    }.value
    guard let picture, !Task.isCancelled else { return nil }
    return take(picture, at: address)
  }

  /// Loads a picture if it differs from the cached copy; returns its width divided by its height,
  /// or nil if it does not differ or is not available.
  func loadIfChanged(_ address: String) async -> Double? {
    guard let picture = await fetch(address, unlessUnchanged: true), !Task.isCancelled else {
      return nil
    }
    return take(picture, at: address)
  }

  private func take(_ picture: PicturePyramid, at address: String) -> Double {
    memory.insert(picture, at: address)
    return Double(picture.size.width) / Double(max(1, picture.size.height))
  }

  /// Returns the size of a picture in pixels; nil if it is not available within a second.
  func size(of address: String) async -> PixelSize? {
    let (client, disk, server) = (client, disk, server)
    let reading = Task.detached(priority: .utility) {
      var bytes = await disk.entry(server: server, address: address)?.bytes
      if bytes == nil { bytes = try? await client.picture(address, nil).map { Array($0.bytes) } }
      return bytes.flatMap { try? PictureInfo.read($0, isWhole: true)?.size }
    }
    let limit = Task {
      try await Task.sleep(for: .seconds(1))
      reading.cancel()
    }
    defer { limit.cancel() }
    return await reading.value
  }

  /// Decodes a picture to another size, without changing the one in memory; nil if it is not
  /// available.
  func decoded(_ address: String, fitting box: PixelSize) async -> PicturePyramid? {
    let (client, disk, server, queue) = (client, disk, server, queue)
    let own = Draft.Picture.copy(at: address)
    let drafts = drafts
    return await Task.detached(priority: .utility) {
      if let own {
        guard let bytes = drafts?.bytes(of: own) else { return nil }
        return try? await Self.decode(bytes, of: address, fitting: box, queue)
      }
      var bytes = await disk.entry(server: server, address: address)?.bytes
      if bytes == nil { bytes = try? await client.picture(address, nil).map { Array($0.bytes) } }
      guard let bytes else { return nil }
      return try? await Self.decode(bytes, of: address, fitting: box, queue)
    }.value
  }

  /// Renders and reloads pictures that the last frame lacked.
  func renderPending() {
    let asked = memory.drainRequested()
    if queue.visibleChanged(to: asked) { reloaded.formIntersection(asked) }
    for address in memory.drainEvicted() where reloaded.insert(address).inserted { reload(address) }
    let wanted = memory.drainUnrendered()
    guard !wanted.isEmpty, !isRendering else { return }
    isRendering = true
    let renderer = memory.renderer
    Task {
      let made = await Task.detached(priority: .userInitiated) {
        wanted.map { renderKey, picture in
          (
            renderKey,
            renderer.settled(
              picture, crop: renderKey.crop, size: renderKey.size, over: renderKey.card,
              above: renderKey.above, below: renderKey.below)
          )
        }
      }.value
      for (renderKey, cells) in made { memory.insert(cells, for: renderKey) }
      isRendering = false
      onChange()
    }
  }

  /// Loads an evicted picture again.
  private func reload(_ address: String) {
    Task {
      guard await queue.waitForTurn(address) else {
        reloaded.remove(address)
        return
      }
      let picture = await fetch(address)
      await queue.endTurn(address)
      guard let picture else { return }
      memory.insert(picture, at: address)
      onChange()
    }
  }

  /// Returns the pixels of a picture: the cached copy if the server confirms it.
  ///
  /// - Parameter unlessUnchanged: whether to return nil if the cached copy is confirmed.
  /// - Returns: the pixels; nil if they are not available.
  private func fetch(
    _ address: String, unlessUnchanged: Bool = false
  ) async -> PicturePyramid? {
    if Draft.Picture.copy(at: address) != nil {
      return await decoded(address, fitting: Self.decodedSize)
    }
    let (client, disk, server, log, queue) = (client, disk, server, log, queue)
    return await Task.detached(priority: .utility) { () async -> PicturePyramid? in
      let kept = await disk.entry(server: server, address: address)
      var fresh: DiskEntry?
      do {
        fresh = try await client.picture(address, kept?.etag).map {
          DiskEntry(bytes: Array($0.bytes), etag: $0.etag)
        }
      } catch {
        // Use the cached copy if the server can't be reached.
        log.warning("no picture", metadata: ["address": "\(address)", "error": "\(error)"])
        await self.failed(address, (error as? APIError)?.fewWords)
      }
      let bytes = fresh?.bytes ?? kept?.bytes
      if let fresh {
        // In the background.
        Task { await disk.store(fresh, server: server, address: address) }
      }
      guard let bytes, fresh != nil || !unlessUnchanged else { return nil }
      do {
        return try await Self.decode(bytes, of: address, fitting: Self.decodedSize, queue)
      } catch {
        log.warning("bad picture", metadata: ["address": "\(address)", "error": "\(error)"])
        if case PictureError.unavailable(let problem) = error { await self.report(problem) }
        await self.failed(address, "\(error)")
        return nil
      }
    }.value
  }

  private nonisolated static func decode(
    _ bytes: [UInt8], of address: String, fitting box: PixelSize, _ queue: PictureQueue
  ) async throws(PictureError) -> PicturePyramid {
    try await queue.decode(address) { () throws(PictureError) in
      let bitmap = try PictureDecoder().decode(bytes, fitting: box)
      return PicturePyramid(bitmap, original: try PictureInfo.read(bytes, isWhole: true)?.size)
    }
  }
}

extension APIError {
  /// What it says in a line about something else: `404`, or its first sentence without a full stop.
  fileprivate var fewWords: String {
    if case .status(let code, _) = self { return "\(code)" }
    // The first sentence.
    let end = sentence.range(of: ". ")?.lowerBound ?? sentence.endIndex
    let first = sentence[..<end]
    return String(first.hasSuffix(".") ? first.dropLast() : first)
  }
}
