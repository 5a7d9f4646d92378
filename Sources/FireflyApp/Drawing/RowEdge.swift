/// An edge between two colours, at an eighth of a row: as finely as blocks can draw it.
///
/// A position is rounded here, once. Which rows are full, which block the edge is drawn with and what
/// lies in its corners all follow from the one number, so that no row falls between two roundings.
struct RowEdge: Hashable {
  /// Eighths of a row from the frame's top.
  let eighths: Int

  /// The edge nearest to a position in rows, within a sixteenth of a row.
  init(_ rows: Double) {
    // What is computed in two ways, as one card's end and as the next one's start, is rounded alike.
    eighths = Int((rows * 8 + 0.5 + 1e-6).rounded(.down))
  }

  /// The row that the edge runs through; the one below it where it runs between two rows.
  var row: Int { eighths >> 3 }
  /// Eighths of that row that are above the edge, 0…7; 0 where it runs between two rows.
  var part: Int { eighths & 7 }
  /// The first row that is wholly below the edge.
  var nextRow: Int { (eighths + 7) >> 3 }
}
