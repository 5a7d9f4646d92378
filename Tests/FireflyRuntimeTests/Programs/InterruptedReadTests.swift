import Eventually
import FireflyCore
import FireflyPrograms
import Foundation
import Synchronization
import Testing

@Suite struct InterruptedReadTests {
  /// A signal that is handled interrupts what waits, unless its handler was set with `SA_RESTART`.
  @Test func aSignalEndsNoRead() async throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    try #require(sigaction(SIGUSR1, &action, nil) == 0)
    let pipe = Pipe()
    let thread = Mutex<pthread_t?>(nil)
    let reading = Task {
      await BlockingThread.run(on: DispatchQueue(label: "reader")) {
        thread.withLock { $0 = pthread_self() }
        return pipe.fileHandleForReading.remainingData()
      }
    }
    var known: pthread_t?
    let hasBegun = try await eventually {
      known = thread.withLock(\.self)
      return known != nil
    }
    let reader = try #require(hasBegun ? known : nil)
    for letter in "here it is" {
      #expect(pthread_kill(reader, SIGUSR1) == 0)
      try await Task.sleep(for: .milliseconds(2))
      pipe.fileHandleForWriting.write(Data("\(letter)".utf8))
    }
    try pipe.fileHandleForWriting.close()
    #expect(await reading.value == Data("here it is".utf8))
  }
}
