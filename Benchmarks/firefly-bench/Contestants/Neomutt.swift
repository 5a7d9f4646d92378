import TerminalHarness

extension Contestant {
  /// neomutt, in a mailbox of 10,000 mails.
  static func neomutt(in workspace: Workspace) throws -> Contestant {
    let settings = try workspace.write(
      """
      set arrow_cursor
      set sort=mailbox-order
      set index_format="%5C %s"
      set read_only
      set quit=yes
      set folder=~
      """, to: "neomuttrc")
    let mails = (1...SampleText.count).map { index in
      """
      From ada@example.org Mon Nov  3 10:31:24 2025
      From: Ada <ada@example.org>
      To: you@example.org
      Date: Mon, 03 Nov 2025 10:31:24 +0000
      Message-ID: <\(index)@example.org>
      Subject: \(SampleText.title(index))

      \(SampleText.body(index))

      """
    }
    let mailbox = try workspace.write(mails.joined(separator: "\n"), to: "mails.mbox")
    return Contestant(
      name: "neomutt", command: ["neomutt", "-n", "-F", settings, "-f", mailbox],
      isReady: showsItems, home: "=",
      position: { session in
        session.screenText.firstMatch(of: /->\s*(\d+)/).flatMap { Int($0.1) }
      })
  }
}
