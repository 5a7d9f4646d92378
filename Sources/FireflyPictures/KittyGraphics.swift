import FireflyScreen
import Foundation

/// Sharp pictures by the kitty graphics protocol: bytes for the terminal, past the frame.
///
/// A picture is sent once under an id, shown at a cell as a placement, and taken away by its id.
/// No answers are asked for.
public struct KittyGraphics: Hashable, Sendable {
  /// Whether tmux stands between: everything is then wrapped for it.
  ///
  /// Placements at a cell don't work there, as tmux keeps the place of its panes to itself; use
  /// `virtualPlacement` and draw `KittyPlaceholder` cells.
  public var isInsideTmux: Bool

  /// The protocol, spoken directly or through tmux.
  public init(isInsideTmux: Bool = false) { self.isInsideTmux = isInsideTmux }

  /// Payload bytes of one sequence, at most.
  static let chunkLength = 4_096

  /// Sends a PNG file to be shown later.
  ///
  /// - `id`: 1 … 16,777,215; a picture of the same id is replaced.
  public func transmit(png: [UInt8], id: UInt32) -> [UInt8] {
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
  ///   - id: The picture.
  ///   - placement: Tells several showings of one picture apart; the same one again is moved.
  ///   - point: The cell of its top left corner.
  ///   - size: Columns and rows.
  ///   - zIndex: Below text if negative; text drawn over it stays readable then.
  /// - Returns: what to write to the terminal.
  public func place(
    id: UInt32, placement: UInt32 = 1, at point: Point, size: Size, zIndex: Int32
  ) -> [UInt8] {
    EscapeSequence.at(
      point,
      command(
        "a=p,i=\(id),p=\(placement),q=2,C=1,c=\(size.width),r=\(size.height),z=\(zIndex)"))
  }

  /// Makes a picture appear wherever its `KittyPlaceholder` cells are drawn.
  public func virtualPlacement(id: UInt32, size: Size) -> [UInt8] {
    command("a=p,U=1,i=\(id),q=2,c=\(size.width),r=\(size.height)")
  }

  /// Takes one showing of a picture away; the terminal keeps the picture.
  public func remove(id: UInt32, placement: UInt32 = 1) -> [UInt8] {
    command("a=d,d=i,i=\(id),p=\(placement),q=2")
  }

  /// Takes a picture away, and makes the terminal forget it.
  public func free(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

  private func command(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    let head = Array("\u{1B}_G\(keys)".utf8) + (payload.isEmpty ? [] : [UInt8(ascii: ";")])
    let sequence = head + payload + Array("\u{1B}\\".utf8)
    return isInsideTmux ? EscapeSequence.passedThrough(sequence) : sequence
  }
}
