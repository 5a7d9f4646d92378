import Foundation

/// A mailing list with a thread and a mail, as public-inbox archives it.
package enum FakePublicInbox {
  /// A mail.
  package struct Mail: Sendable {
    /// The Message-ID.
    package var id: String
    /// Those that it refers to, the nearest last.
    package var above: [String]
    /// The name of the author.
    package var author: String
    /// The subject.
    package var subject: String
    /// The text.
    package var text: String
    /// What the text is.
    package var type = "text/plain; charset=utf-8"
    /// When it came to the archive.
    package var time = "2025-10-09T08:53:20Z"

    /// Creates a mail.
    package init(
      _ id: String, below above: [String] = [], by author: String, _ subject: String,
      _ text: String
    ) {
      (self.id, self.above, self.author) = (id, above, author)
      (self.subject, self.text) = (subject, text)
    }
  }

  /// The thread, in the order of the file.
  package static let thread = [
    Mail(
      "20251009.1@host.example", by: "grace", "A lighthouse", "It is new.\n\nFrom here it is small."
    ),
    Mail(
      "20251009.2@host.example", below: ["20251009.1@host.example"], by: "linus",
      "Re: A lighthouse", "> It is new.\n\nHow bright is it?"),
    Mail(
      "20251009.3@host.example",
      below: ["20251009.1@host.example", "20251009.2@host.example"], by: "grace",
      "Re: A lighthouse", "It blinks all night."),
    Mail(
      "20251009.4@host.example",
      below: ["20251009.1@host.example", "20251009.2@host.example", "20251009.3@host.example"],
      by: "ada", "Re: A lighthouse", "Nice."),
  ]

  private static let question = Mail(
    "20251008.9@host.example", by: "ada", "Which knot?", "I tie shoes.")

  /// Begins to listen.
  /// - Throws: `HTTPListenError`.
  package static func start() async throws -> FakeService {
    let service = try await FakeService()
    let type = "application/atom+xml"
    service.answer("/new.atom", with: feed([thread[0], question]), type: type)
    service.answer("/?q=night&x=A", with: feed([thread[2]]), type: type)
    service.answer("/?q=", with: feed([thread[0]]), type: type)
    for mail in thread { publish(thread, at: mail.id, on: service) }
    publish([question], at: question.id, on: service)
    return service
  }

  /// Has the thread of a mail be answered with a file.
  package static func publish(_ mails: [Mail], at id: String, on service: FakeService) {
    let text = mails.map(message).joined()
    service.answer(
      "/\(path(of: id))/t.mbox.gz", withFile: gzip(Array(text.utf8)),
      type: "application/gzip")
  }

  /// Has the list be pages of mails, each with the time until which it is: `20251009085320`; nil for the newest.
  package static func publish(_ pages: [(time: String?, mails: [Mail])], on service: FakeService) {
    for (time, mails) in pages {
      service.answer(
        "/new.atom" + (time.map { "?t=\($0)" } ?? ""), with: feed(mails),
        type: "application/atom+xml")
    }
  }

  /// Returns a Message-ID as addresses have it.
  package static func path(of id: String) -> String {
    let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
    return id.addingPercentEncoding(
      withAllowedCharacters: plain.union(CharacterSet(charactersIn: "-._~@"))) ?? ""
  }

  private static func message(_ mail: Mail) -> String {
    let above = mail.above.map { "<\($0)>" }
    let fields = [
      "From mboxrd@z Thu Jan  1 00:00:00 1970", "Return-Path: <list@host.example>",
      "From: \(mail.author) <\(mail.author)@host.example>", "To: knots@lists.example",
      "Subject: \(mail.subject)", "Date: Thu, 09 Oct 2025 08:53:20 +0000",
      "Message-ID: <\(mail.id)>",
      above.last.map { "In-Reply-To: \($0)" },
      above.isEmpty ? nil : "References: " + above.joined(separator: "\n "),
      "MIME-Version: 1.0", "Content-Type: \(mail.type)", "Xref: none",
    ]
    // As mboxrd quotes it.
    let lines = mail.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.drop { $0 == ">" }.hasPrefix("From ") ? ">" + $0 : $0
    }
    return (fields.compactMap(\.self) + [""] + lines.map(String.init) + ["", ""])
      .joined(separator: "\n")
  }

  private static func feed(_ mails: [Mail]) -> String {
    let entries = mails.map { mail in
      let title = mail.subject.replacing("&", with: "&amp;")
      let above = mail.above.last.map {
        "<thr:in-reply-to\nref=\"urn:uuid:\($0)\"\nhref=\"https://lists.example/knots/\(path(of: $0))/\"/>"
      }
      return """
        <entry><author><name>\(mail.author)</name><email>\(mail.author)@host.example</email></author>
        <title>\(title)</title><updated>\(mail.time)</updated>
        <link href="https://lists.example/knots/\(path(of: mail.id))/"/><id>urn:uuid:\(path(of: mail.id))</id>\(above ?? "")
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><pre
        style="white-space:pre-wrap">\(mail.text)</pre></div></content></entry>
        """
    }
    return """
      <?xml version="1.0" encoding="us-ascii"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><title>knots</title>
      <link rel="alternate" type="text/html" href="https://lists.example/knots/"/>\(entries.joined())</feed>
      """
  }

  /// Returns a gzip file, which is not compressed.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt32(block.count)
      result += [rest.isEmpty ? 1 : 0] + little(count, 2) + little(~count, 2) + block
    } while !rest.isEmpty
    var check: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 0 ? check >> 1 : check >> 1 ^ 0xEDB8_8320 }
    }
    return result + little(~check, 4) + little(UInt32(truncatingIfNeeded: bytes.count), 4)
  }
}
