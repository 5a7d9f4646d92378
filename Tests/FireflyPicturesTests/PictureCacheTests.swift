import Foundation
import SeededRandom
import Testing

@testable import FireflyPictures

@Suite struct PictureCacheTests {
  @Test func dropsTheLeastRecentlyUsed() {
    var cache = PictureCache<String, Int>(limit: 10)
    for (value, key) in ["a", "b", "c"].enumerated() { cache.insert(value, bytes: 3, for: key) }
    #expect(cache.value(for: "a") == 0)
    cache.insert(9, bytes: 4, for: "d")
    #expect(cache.value(for: "b") == nil)
    #expect(cache.value(for: "a") == 0 && cache.value(for: "c") == 2)
    #expect(cache.byteCount == 10 && cache.count == 3)
    cache.insert(1, bytes: 1, for: "a")
    #expect(cache.value(for: "a") == 1 && cache.byteCount == 8)
    cache.insert(1, bytes: 11, for: "a")
    #expect(cache.value(for: "a") == nil && cache.byteCount == 7)
    cache.remove("nothing")
    cache.removeAll()
    #expect(cache.count == 0 && cache.byteCount == 0)
  }

  @Test func neverTakesMoreThanItMay() {
    var random = SplitMix(seed: 5)
    var cache = PictureCache<Int, Int>(limit: 1_000)
    for round in 0..<5_000 {
      let bytes = Int.random(in: 0...400, using: &random)
      cache.insert(round, bytes: bytes, for: Int.random(in: 0..<50, using: &random))
      #expect(cache.byteCount <= 1_000)
    }
    #expect(cache.count > 1)
  }
}

@Suite struct PictureDiskCacheTests {
  private let server = "http://127.0.0.1:8080"

  /// Runs a test with a directory of its own, which is gone afterwards.
  private func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-pictures-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
  }

  private func files(in directory: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).map {
      directory.appendingPathComponent($0)
    }
  }

  @Test func keepsPicturesOverARestart() async throws {
    try await withDirectory { directory in
      let entry = DiskEntry(bytes: TestPictures.webp, etag: "\"v1\"")
      let address = "/uploads/../../etc/passwd?x=1&y=\n"
      let cache = PictureDiskCache(directory: directory)
      #expect(await cache.entry(server: server, address: address) == nil)
      #expect(await cache.store(entry, server: server, address: address))
      let other = PictureDiskCache(directory: directory)
      #expect(await other.entry(server: server, address: address) == entry)
      #expect(await other.entry(server: "http://[::1]", address: address) == nil)
      let plain = DiskEntry(bytes: [])
      #expect(await other.store(plain, server: server, address: address))
      #expect(await cache.entry(server: server, address: address) == plain)

      let files = try files(in: directory)
      #expect(files.count == 1)
      let modes = try [directory, files[0]].map {
        try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int
      }
      #expect(modes == [0o700, 0o600])
      await other.remove(server: server, address: address)
      #expect(await cache.entry(server: server, address: address) == nil)
    }
  }

  @Test func deletesTheOldestFilesOnly() async throws {
    try await withDirectory { directory in
      let cache = PictureDiskCache(directory: directory, limit: 20_000)
      let foreign = directory.appendingPathComponent("notes.txt")
      for number in 0..<5 {
        let entry = DiskEntry(bytes: Array(repeating: UInt8(number), count: 3_000))
        #expect(await cache.store(entry, server: server, address: "\(number)"))
        let known = try files(in: directory).filter { $0 != foreign }
        let newest = try #require(
          known.first { (try? Data(contentsOf: $0))?.last == UInt8(number) })
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(number))],
          ofItemAtPath: newest.path)
        if number == 0 { try Data(count: 50_000).write(to: foreign) }
      }
      // Number 0 is the oldest, until it is used.
      #expect(await cache.entry(server: server, address: "0") != nil)
      let large = DiskEntry(bytes: Array(repeating: 9, count: 9_000))
      #expect(await cache.store(large, server: server, address: "large"))
      for (address, isKept) in [("0", true), ("1", false), ("2", false), ("large", true)] {
        let entry = await cache.entry(server: server, address: address)
        #expect((entry != nil) == isKept, "\(address)")
      }
      #expect(FileManager.default.fileExists(atPath: foreign.path))
      let huge = DiskEntry(bytes: Array(repeating: 9, count: 20_001))
      #expect(await !cache.store(huge, server: server, address: "huge"))
    }
  }

  @Test func ignoresDamagedFiles() async throws {
    try await withDirectory { directory in
      let cache = PictureDiskCache(directory: directory)
      let entry = DiskEntry(bytes: Array(0...255), etag: "e")
      await cache.store(entry, server: server, address: "a")
      let file = try files(in: directory)[0]
      let whole = try Data(contentsOf: file)
      var random = SplitMix(seed: 1)
      for count in stride(from: 0, to: whole.count, by: 7) {
        try whole.prefix(count).write(to: file)
        #expect(await cache.entry(server: server, address: "a") == nil)
        var damaged = whole
        damaged[count] ^= UInt8.random(in: 1...255, using: &random)
        try damaged.write(to: file)
        #expect(await cache.entry(server: server, address: "a") == nil)
      }
      try whole.write(to: file)
      #expect(await cache.entry(server: server, address: "a") == entry)
    }
  }

  @Test func bearsADirectoryThatCannotBe() async throws {
    try await withDirectory { directory in
      try Data().write(to: directory)
      let cache = PictureDiskCache(directory: directory.appendingPathComponent("below"))
      #expect(await !cache.store(DiskEntry(bytes: [1]), server: server, address: "a"))
      #expect(await cache.entry(server: server, address: "a") == nil)
    }
  }
}
