/// How long everything is measured.
struct Effort {
  /// Runs of each program.
  var runs = 5
  /// Single keys a run.
  var keys = 200
  /// How long nothing is done.
  var idle = Duration.seconds(10)
  /// How long a key is held.
  var hold = Duration.seconds(3)
  /// Expansions a run.
  var expansions = 10
  /// Keys pressed during motion a run.
  var motionKeys = 20
  /// How long a server is asked for one thing.
  var serving = Duration.seconds(3)

  /// Enough to see in about five minutes whether something is badly wrong.
  static let quick = Effort(
    runs: 1, keys: 60, idle: .seconds(5), hold: .seconds(1), expansions: 4, motionKeys: 8,
    serving: .seconds(1))
}
