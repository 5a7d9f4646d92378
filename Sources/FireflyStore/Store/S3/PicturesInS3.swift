import FireflyCore
import Synchronization

/// Stores pictures in S3, or a compatible service.
struct PicturesInS3: SharedPictureStorage {
  /// Number of bytes read at a time.
  private static let pieceBytes = 512 << 10
  /// The name of the object with the ID of the data; not a valid name of a picture.
  private static let markName = "firefly-uploads.txt"

  private let address: S3Address
  private let connections: S3Connections

  init(_ address: S3Address, _ credentials: S3Credentials, limits: S3Timeouts = S3Timeouts()) {
    self.address = address
    connections = S3Connections(region: address.region, credentials, limits)
  }

  var location: String { address.name }
  var mark: String { address.name }
  var isRemote: Bool { true }

  func picture(_ name: String) async throws(StoreError) -> PictureFile? {
    guard let type = UploadsFolder.contentType(of: name) else { return nil }
    let response = try await perform(S3Request(method: .head, url: address.url(of: name)))
    guard response.status == 200 else {
      if let error = response.error { throw failure(error) }
      return nil
    }
    guard let tag = response.tag, let length = response.length else {
      throw failure(.unexpected("no ETag or length"))
    }
    guard length <= UploadsFolder.maxBytes else { throw failure(.tooLarge) }
    let reader = S3Reader(self, name, length: length, tag: tag)
    return PictureFile(contentType: type, etag: tag, length: length) { try await reader.next() }
  }

  /// Reads a part of a picture.
  /// - Throws: `StoreError.pictures` if it fails, or the picture has changed.
  func read(
    _ name: String, _ range: ClosedRange<Int>, tag: String
  ) async throws(StoreError) -> [UInt8] {
    var request = S3Request(method: .get, url: address.url(of: name))
    (request.range, request.tag, request.limit) = (range, tag, range.count)
    let response = try await perform(request)
    guard [200, 206].contains(response.status) else {
      throw failure(response.error ?? .incomplete)
    }
    // An incomplete piece must not look complete.
    guard response.body.count == range.count else { throw failure(.incomplete) }
    return response.body
  }

  func put(_ draft: PictureDraft, as name: String) async throws(StoreError) {
    let body = await BlockingPool.shared.run { S3Body(draft) }
    try await put(body, as: name)
  }

  private func put(_ body: S3Body, as name: String) async throws(StoreError) {
    var request = S3Request(method: .put, url: address.url(of: name))
    request.body = body
    let response = try await perform(request)
    guard (200..<300).contains(response.status) else {
      throw failure(response.error ?? .noBucket)
    }
  }

  func delete(_ name: String) throws(StoreError) {
    let response: S3Response
    do throws(S3Error) {
      response = try connections.performNow(S3Request(method: .delete, url: address.url(of: name)))
    } catch {
      throw failure(error)
    }
    if (200..<300).contains(response.status) { return }
    if let error = response.error { throw failure(error) }
  }

  /// Marks the place as belonging to some data, unless it is already.
  /// - Throws: `PictureStorageError.belongsToOtherData`, `StoreError`.
  func claim(for identity: String, from old: any SharedPictureStorage) async throws {
    if let owner = try await owner() {
      guard owner == identity else { throw PictureStorageError.belongsToOtherData(location) }
      return
    }
    try await put(S3Body(Array("\(identity)\n".utf8)), as: Self.markName)
    guard try await owner() == identity else {
      throw PictureStorageError.belongsToOtherData(location)
    }
  }

  private func owner() async throws(StoreError) -> String? {
    let response = try await perform(S3Request(method: .get, url: address.url(of: Self.markName)))
    guard response.status == 200 else {
      if let error = response.error { throw failure(error) }
      return nil
    }
    let text = String(decoding: response.body.prefix(200), as: UTF8.self)
    return ForeignText.cleanLine(text).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func perform(_ request: S3Request) async throws(StoreError) -> S3Response {
    do throws(S3Error) {
      return try await connections.perform(request)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: S3Error) -> StoreError {
    error == .cancelled ? .cancelled : .pictures(location, error)
  }

  /// Reads the pieces in order.
  private actor S3Reader {
    private let storage: PicturesInS3
    private let name: String
    private let length: Int
    private let tag: String
    private var offset = 0

    init(_ storage: PicturesInS3, _ name: String, length: Int, tag: String) {
      (self.storage, self.name, self.length, self.tag) = (storage, name, length, tag)
    }

    func next() async throws -> [UInt8]? {
      guard offset < length else { return nil }
      let range = offset...min(offset + PicturesInS3.pieceBytes, length) - 1
      let piece = try await storage.read(name, range, tag: tag)
      offset += piece.count
      return piece
    }
  }
}
