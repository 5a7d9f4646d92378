import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyPictures
import FireflyScreen
import Foundation
import Logging

/// Gets pictures: from memory, from the disk, from the server; decodes them away from the main actor.
@MainActor
public final class PictureStore {
  /// Pixels that a picture is decoded to and kept with, on its longer side: more than cells can
  /// show.
  ///
  /// What is shown sharp and larger is decoded for that alone.
  static let decodedSize = PixelSize(width: 800, height: 800)

  /// Called when a picture can be drawn, or drawn better, than before.
  var onChange: () -> Void = {}
  /// What views draw from.
  let memory: PictureMemoryCache
  private let client: PostsClient
  private let server: String
  private let disk: PictureDiskCache
  /// Where the pictures are that no server has yet; nil where there are none.
  private let drafts: DraftPictures?
  private let log: Logger
  /// Who may load, and decode.
  let queue = PictureQueue()
  /// Whether pictures are being drawn as what they settle to: a better frame follows.
  private(set) var isRendering = false
  /// What had to make room and was got again while it is in sight: once, for where there is not room
  /// for all that is in sight, they would chase each other out for ever.
  private var reloaded: Set<String> = []

  /// A store for one server's pictures.
  ///
  /// - `cache`: the folder for copies that can be had again.
  /// - `drafts`: the pictures that no server has yet.
  public init(
    client: PostsClient, server: String, cache: URL, drafts: DraftPictures? = nil,
    abilities: ScreenAbilities, log: Logger
  ) {
    self.drafts = drafts
    self.client = client
    self.server = server
    self.log = log
    disk = PictureDiskCache(directory: cache.appendingPathComponent("pictures"))
    memory = PictureMemoryCache(abilities: abilities)
  }

  /// Loads the libraries that draw pictures, some 10 ms of work, while the first posts are on their way.
  public func prepare() {
    Task.detached(priority: .userInitiated) {
      PictureDecoder.prepare()
      _ = PictureRenderer.problem
    }
  }

  /// Loads a picture; returns its width divided by its height, nil if it can't be had.
  func load(_ address: String) async -> Double? {
    guard let picture = await fetch(address), !Task.isCancelled else { return nil }
    return take(picture, at: address)
  }

  /// Takes the disk's copy of a picture, whatever the server has by now; its width divided by its height, nil if
  /// there is none.
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

  /// Takes a picture that differs from the disk's copy, which is shown already; nil if it doesn't, or can't be had.
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

  /// Decodes a picture to another size than the one in memory, which stays; nil if it can't be had.
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

  /// After a frame: makes what was asked for and was not there.
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

  /// Gets a picture again that had to make room.
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

  /// The pixels of a picture: the disk's copy if the server says that it is still right.
  ///
  /// - `unlessUnchanged`: whether nil will do where that copy is still the right one.
  private func fetch(
    _ address: String, unlessUnchanged: Bool = false
  ) async -> PicturePyramid? {
    if Draft.Picture.copy(at: address) != nil {
      return await decoded(address, fitting: Self.decodedSize)
    }
    let (client, disk, server, log, queue) = (client, disk, server, log, queue)
    return await Task.detached(priority: .utility) {
      let kept = await disk.entry(server: server, address: address)
      var fresh: DiskEntry?
      do {
        fresh = try await client.picture(address, kept?.etag).map {
          DiskEntry(bytes: Array($0.bytes), etag: $0.etag)
        }
      } catch {
        // A copy is better than nothing where the server can't be asked.
        log.warning("no picture", metadata: ["address": "\(address)", "error": "\(error)"])
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
