/// An edge between two colours, with a precision of an eighth of a row, as block characters have.
///
/// Positions are rounded only here. Full rows, blocks and corners all follow from the result, so
/// that they match.
struct RowEdge: Hashable {
  /// Distance from the frame's top, in eighths of a row.
  let eighths: Int

  /// Rounds a position in rows.
  init(_ rows: Double) {
    // The end of one card and the start of the next are computed differently, but must be rounded
    // alike.
    eighths = Int((rows * 8 + 0.5 + 1e-6).rounded(.down))
  }

  /// The row that contains the edge; between two rows, the lower one.
  var row: Int { eighths >> 3 }
  /// Eighths of that row above the edge, 0…7; 0 between two rows.
  var part: Int { eighths & 7 }
  /// The first row completely below the edge.
  var nextRow: Int { (eighths + 7) >> 3 }
}
