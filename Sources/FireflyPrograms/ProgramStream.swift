import Foundation

/// What a program can have as a standard stream: a file, a pipe, `FileHandle.nullDevice`.
package protocol ProgramStream: Sendable {
  /// The descriptor from which the program reads; nil for nothing.
  var descriptorToRead: Int32? { get }
  /// The descriptor to which it writes; nil for nothing.
  var descriptorToWrite: Int32? { get }
  /// Closes this process's copy of what the program reads, because it has been started.
  func closeReading()
  /// Closes this process's copy of what the program writes, because it has been started.
  func closeWriting()
}

extension FileHandle: ProgramStream {
  /// Its descriptor.
  package var descriptorToRead: Int32? {
    self === FileHandle.nullDevice ? nil : fileDescriptor
  }
  /// Its descriptor.
  package var descriptorToWrite: Int32? { descriptorToRead }
  /// A file stays open.
  package func closeReading() {}
  /// A file stays open.
  package func closeWriting() {}
}

extension Pipe: ProgramStream {
  /// The end for reading.
  package var descriptorToRead: Int32? { fileHandleForReading.fileDescriptor }
  /// The end for writing.
  package var descriptorToWrite: Int32? { fileHandleForWriting.fileDescriptor }
  /// Closes the end for reading.
  package func closeReading() { try? fileHandleForReading.close() }
  /// Closes the end for writing: the other one ends with the program.
  package func closeWriting() { try? fileHandleForWriting.close() }
}
