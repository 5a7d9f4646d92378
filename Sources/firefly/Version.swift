/// The version of Firefly.
///
/// The Makefile reads it from this file.
enum Version {
  static let current = "0.1.0"
}
