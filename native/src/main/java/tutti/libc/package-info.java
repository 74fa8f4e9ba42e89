/**
 * Bindings to the C library of 64-bit Linux through the foreign function and memory API, in the shape jextract gives
 * them: {@link tutti.libc.LibC} holds constants and functions, each structure has a class of its C name.
 */
package tutti.libc;
