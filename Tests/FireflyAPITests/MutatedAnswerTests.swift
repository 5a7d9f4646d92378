import FireflyAPI
import FireflyCore
import Foundation
import Synchronization
import Testing

/// Answers that are almost right: each is read or refused, and none ends the process.
@Suite(.serialized) struct MutatedAnswerTests {
  private static let post = #"{"post":{"id":1,"title":"a"}}"#
  private static let answers = [
    "HTTP/1.1 200 OK\r\nContent-Length: 29\r\nETag: \"x\"\r\nConnection: close\r\n\r\n\(post)",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1d\r\n\(post)\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 302 F\r\nLocation: /api/posts/2\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 401 U\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\(post)",
  ].map { Array($0.utf8) }
  private static let words = [
    "9223372036854775807", "-1", "\r\n", "\n", "\0", ": ", " ", "\t", "HTTP/1.1 ", "\u{FFFD}",
    "chunked", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Location: \r\n",
    "WWW-Authenticate: Bearer\r\n", "FFFFFFFFFFFFFFFF\r\n", "Connection: keep-alive\r\n",
    "Content-Encoding: br\r\n", String(repeating: "x", count: 5_000),
  ].map { Array($0.utf8) }

  @Test func threeHundred() async throws {
    let numbers = Mutex(Numbers(state: 20_261_121))
    let server = try RawServer { connection in
      let bytes = numbers.withLock { Self.mutated(with: &$0) }
      connection.send(bytes)
    }
    let client = LiveClient.test(server.address)
    var (read, refused) = (0, 0)
    for _ in 0..<300 {
      do throws(APIError) {
        let post = try await client.post(1, false)
        #expect(post.id >= 0)
        read += 1
      } catch {
        #expect(error != .cancelled && error != .timedOut(seconds: 3))
        refused += 1
      }
    }
    #expect(read > 10 && refused > 100)
  }

  /// A head that begins with a folded line, after another one on the same line.
  @Test func foldedLines() async throws {
    let count = Mutex(0)
    let server = try RawServer { connection in
      let isOdd = count.withLock { count in
        count += 1
        return count.isMultiple(of: 2)
      }
      let first = isOdd ? " folded\r\n\tagain\r\n" : "X: y\r\n\tfolded\r\n"
      connection.send("HTTP/1.1 200 OK\r\n\(first)Connection: close\r\n\r\n\(Self.post)")
    }
    let client = LiveClient.test(server.address)
    for _ in 0..<40 { _ = try? await client.post(1, false) }
    #expect(server.targets.count == 40)
  }

  private static func mutated(with numbers: inout Numbers) -> [UInt8] {
    var bytes = answers.randomElement(using: &numbers) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let place = Int.random(in: 0...bytes.count, using: &numbers)
      let end = min(bytes.count, place + Int.random(in: 0..<30, using: &numbers))
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
      case 1: bytes.removeSubrange(place...)
      case 2: bytes.insert(contentsOf: words.randomElement(using: &numbers) ?? [], at: place)
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: 0)
      default: bytes += answers.randomElement(using: &numbers) ?? []
      }
    }
    return bytes
  }

  /// The same numbers in each run (xorshift).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
