/// The version of Firefly.
///
/// The Makefile reads it from this file.
package enum Version {
  package static let current = "0.1.0"
}
