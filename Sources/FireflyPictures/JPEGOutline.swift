/// What a whole JPEG file consists of, as far as its decoder doesn't tell.
struct JPEGOutline: Equatable {
  /// How many scans it has: 1 in a baseline file, about 10 in a progressive one.
  private(set) var scans = 0
  /// Whether it is there to its end marker.
  ///
  /// The decoder takes a file without one for whole, and fills up with grey.
  private(set) var isComplete = false

  /// Reads the outline; counts at most 10,000 segments.
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
