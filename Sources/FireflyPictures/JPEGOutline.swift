import FireflyCore

/// The structure of a JPEG file, as far as its decoder doesn't report it.
struct JPEGOutline: Equatable {
  /// Number of scans: 1 in a baseline file, about 10 in a progressive one.
  private(set) var scans = 0
  /// Whether the file has an end marker.
  ///
  /// The decoder accepts a file without one, and fills the rest with grey.
  private(set) var isComplete = false

  /// Parses the segments, at most 10,000.
  init(_ bytes: [UInt8]) {
    var markers = JPEGMarkers(bytes)
    for _ in 0..<10_000 {
      guard let marker = markers.next() else { return }
      if marker.code == 0xD9 {
        isComplete = scans > 0
        return
      }
      if marker.code == 0xDA {
        scans += 1
        markers.skipScan()
      }
    }
    scans = .max
  }
}
