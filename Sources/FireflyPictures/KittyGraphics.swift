import FireflyScreen
import Foundation

/// Sharp pictures with the kitty graphics protocol: bytes for the terminal, outside of the frame.
///
/// A picture is sent once under an ID, shown at a cell as a placement, and removed by its ID. No
/// responses are requested.
package struct KittyGraphics: Hashable, Sendable {
  /// Whether the process runs inside tmux: all sequences are then wrapped for it.
  ///
  /// Placements at a cell don't work there, as tmux doesn't reveal the position of its panes; use
  /// `virtualPlacement` and draw `KittyPlaceholder` cells.
  package var isInsideTmux: Bool

  /// Creates the protocol, direct or through tmux.
  package init(isInsideTmux: Bool = false) { self.isInsideTmux = isInsideTmux }

  /// Maximum payload of one sequence in bytes.
  static let chunkLength = 4_096

  /// Sends a PNG file to be shown later.
  ///
  /// - Parameter id: 1 … 16,777,215; a picture with the same ID is replaced.
  /// - Returns: the bytes to write to the terminal.
  package func transmit(png: [UInt8], id: UInt32) -> [UInt8] {
    let payload = Array(Data(png).base64EncodedData())
    var bytes: [UInt8] = []
    var start = 0
    repeat {
      let end = min(payload.count, start + Self.chunkLength)
      let more = end < payload.count ? 1 : 0
      let keys = start == 0 ? "a=t,f=100,i=\(id),q=2,m=\(more)" : "q=2,m=\(more)"
      bytes += command(keys, payload[start..<end])
      start = end
    } while start < payload.count
    return bytes
  }

  /// Shows a picture that was sent, stretched over cells.
  ///
  /// - Parameters:
  ///   - placement: identifies one of several placements of a picture; an existing placement is
  ///     moved.
  ///   - point: the cell of its top left corner.
  ///   - size: columns and rows.
  ///   - zIndex: negative to draw below text, which stays readable.
  /// - Returns: the bytes to write to the terminal.
  package func place(
    id: UInt32, placement: UInt32 = 1, at point: Point, size: Size, zIndex: Int32
  ) -> [UInt8] {
    EscapeSequence.at(
      point,
      command(
        "a=p,i=\(id),p=\(placement),q=2,C=1,c=\(size.width),r=\(size.height),z=\(zIndex)"))
  }

  /// Shows a picture wherever its `KittyPlaceholder` cells are drawn.
  package func virtualPlacement(id: UInt32, size: Size) -> [UInt8] {
    command("a=p,U=1,i=\(id),q=2,c=\(size.width),r=\(size.height)")
  }

  /// Removes a placement; the terminal keeps the picture.
  package func remove(id: UInt32, placement: UInt32 = 1) -> [UInt8] {
    command("a=d,d=i,i=\(id),p=\(placement),q=2")
  }

  /// Removes a picture from the screen and from the terminal's memory.
  package func free(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

  private func command(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    let head = Array("\u{1B}_G\(keys)".utf8) + (payload.isEmpty ? [] : [UInt8(ascii: ";")])
    let sequence = head + payload + Array("\u{1B}\\".utf8)
    return isInsideTmux ? EscapeSequence.passedThrough(sequence) : sequence
  }
}
