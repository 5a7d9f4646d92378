import Foundation

/// What is imported: written once into a workspace.
enum SampleImports {
  /// A vault of 978 notes with 5 MB, in folders, with links.
  ///
  /// - Returns: its path.
  static func vault(in workspace: Workspace) throws -> String {
    for index in 1...978 {
      let parts = (1...8).map { part in
        """
        ## Part \(part)

        \(SampleText.body(index * 8 + part)) See [[note \((index * 7 + part) % 978 + 1)]] and ==that==.

        - [ ] an [address](https://example.org/\(index))
        """
      }
      _ = try workspace.write(
        "---\ntags: [lantern, dusk]\nrating: \(index % 5)\n---\n" + parts.joined(separator: "\n\n"),
        to: "vault/folder \(index % 7)/note \(index).md")
    }
    return workspace.path + "/vault"
  }

  /// An outline of 1.2 MB.
  ///
  /// - Returns: its path.
  static func outline(in workspace: Workspace) throws -> String {
    let lines = (1...1_600).map { index in
      """
      \(String(repeating: "*", count: 1 + index % 4)) TODO Entry \(index) :lantern:dusk:
      :PROPERTIES:
      :ID: id-\(index)
      :END:
      \(SampleText.body(index))
      - [X] /one/ and *two* =three= [[https://example.org][an address]] [[id:id-\(index / 2)][there]]
      """
    }
    return try workspace.write(lines.joined(separator: "\n"), to: "outline.org")
  }

  /// 5,000 mails with 51 MB, in threads, with quotations and patches.
  ///
  /// - Returns: the path of the file.
  static func mails(in workspace: Workspace) throws -> String {
    let mails = (1...5_000).map { index in
      let quoted = (0..<40).map { "> \(SampleText.body(index + $0).prefix(70))" }
      let patch = (0..<60).map { "+\tint value\($0) = f(\(index));" }
      let texts = (0..<9).map { SampleText.body(index * 3 + $0) }
      return """
        From ada@example.org Mon Nov  3 10:31:24 2025
        From: Ada \(index % 97) <ada\(index % 97)@example.org>
        Subject: Re: \(SampleText.title(index))
        Date: Mon, 3 Nov 2025 10:31:24 +0000
        Message-ID: <\(index)@example.org>
        In-Reply-To: <\(index / 4)@example.org>

        On Monday, Ben wrote:
        \(quoted.joined(separator: "\n"))

        \(texts.joined(separator: "\n\n"))

        diff --git a/x.c b/x.c
        @@ -1,4 +1,4 @@
        \(patch.joined(separator: "\n"))


        """
    }
    return try workspace.write(mails.joined(), to: "mails.mbox")
  }

  /// Posts as `firefly export` writes them: 100,000 have 32 MB.
  ///
  /// - Returns: the path of the file.
  static func posts(_ count: Int, in workspace: Workspace) throws -> String {
    let posts = (1...count).map { index in
      let body = SampleText.body(index).prefix(270)
      return #"{"title": "\#(SampleText.title(index))", "body": "\#(body)"}"#
    }
    return try workspace.write(
      #"{"posts": [\#(posts.joined(separator: ",\n"))]}"#, to: "posts \(count).json")
  }
}
