import PlainServer
import PostgresHarness
import TerminalHarness

/// A program that is measured, with its data prepared.
struct Contestant {
  /// What the column is called.
  let name: String
  /// How it is started.
  let command: [String]
  /// What it needs besides the workspace's environment.
  var environment: [String: String] = [:]
  /// On the screen when the content is there.
  let isReady: (TerminalSession) -> Bool
  /// Keys that lead from there to the list of 10,000 items, if it isn't that already.
  var opening: String?
  /// The key that moves down by one item.
  var down = "<down>"
  /// The key that moves up by one item.
  var up = "<up>"
  /// The key that goes to the first item.
  let home: String
  /// The item that is selected, or stands first where there is no selection; from 1.
  let position: (TerminalSession) -> Int?
  /// The lists for the motion section; nil for a program without motion.
  var motion: Motion?
  /// Starts among the replies to a post with 4,759 posts below it, 2,000 of them below the first
  /// reply; nil for a program without threads.
  var thread: [String]?
  /// The program as its user starts it, for the first pictures; nil for a program that has none.
  var own: Own?
  /// Its servers, and what they say meanwhile; nil for a program that knows none.
  var network: Network?
  /// The program as a server; nil for a program that is none.
  var serving: Serving?
  /// Has it measure a database by itself; nil for a program that doesn't.
  var reference: ((_ seconds: Int) throws -> [Measure: Double])?
  /// Copies 20,000 posts to a new database; nil for a program that doesn't.
  var migrate: (() throws -> Void)?
  /// How one writes with it; nil for a program that shows lists only.
  var writing: Writing?
  /// Imports a file or folder that follows; nil for a program that imports none.
  var imports: [String]?
  /// Whether it shows lists.
  var hasLists = true

  /// A server with the list of 10,000 items, where everybody is believed.
  struct Serving {
    /// Starts it, also more than once at a time; says its address.
    let command: [String]
    /// A post with 1,000 posts below it; nil if there is none.
    var branch: String?
    /// What tells how long SQLite's log is; nil for another database.
    var logIndex: String?
    /// Its database, which lives as long.
    var database: PostgresDatabase?
  }

  /// How writing is measured.
  struct Writing {
    /// Starts with a text of 10,000 words.
    let long: Opening
    /// Starts with an empty one.
    let empty: Opening
    /// Saves what was written, and what is on the screen until that is done.
    var save: (keys: String, until: String)?

    /// From the start to a text that can be written in.
    struct Opening {
      /// How the program is started.
      let command: [String]
      /// Variables that say where its files are.
      var environment: [String: String] = [:]
      /// What is on the screen when it is there.
      let ready: String
      /// Keys that lead to the beginning of the text, and what is on the screen after each.
      var steps: [(keys: String, shows: String)] = []
    }
  }

  /// Another server than the program's own, and the program's own when others write there.
  struct Network {
    /// One without extensions.
    let server: PlainServer
    /// Starts on that server, in a home where somebody is signed in there and has been there before.
    let away: [String]
    /// Starts on its own server, in another home.
    let own: [String]
    /// Reads 200 feeds of that server with 10,000 entries, in a home of its own.
    let feeds: [String]
    /// The folder with what was received.
    let feedsCache: String
    /// The option that opens the automation port.
    let automation: [String]
    /// Has somebody else write a post on its own server.
    let write: () throws -> Void
  }

  /// A home with little in it.
  struct Own {
    /// How the program is started.
    let command: [String]
    /// Variables that say where its files are.
    let environment: [String: String]
    /// The folder of what can be had again.
    let cache: String
    /// Title of the first post with a picture.
    let title: String
  }

  /// How Firefly's motion is measured.
  struct Motion {
    /// Starts among cards without pictures.
    let plain: [String]
    /// Starts among cards with pictures.
    let pictures: [String]
  }

  /// Whether items are on the screen.
  static func showsItems(_ session: TerminalSession) -> Bool {
    session.visibleItems.count >= 3
  }
}

extension TerminalSession {
  /// The numbers of the items whose titles are on the screen, from the top.
  var visibleItems: [Int] {
    screenRows.compactMap { row in
      row.firstMatch(of: /item (\d{5})/).flatMap { Int($0.1) }
    }
  }
}
