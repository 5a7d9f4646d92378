import FireflyVerbs
import Foundation

extension Run {
  /// How a run ends.
  enum End {
    case quit
    case signal(Int32)
    case failed(String)

    /// Ends the process after a failure or a signal.
    func leave() {
      switch self {
      case .failed(let reason): Failure(reason).end()
      case .signal(let number):
        Foundation.signal(number, SIG_DFL)
        raise(number)
      case .quit: break
      }
    }
  }
}
