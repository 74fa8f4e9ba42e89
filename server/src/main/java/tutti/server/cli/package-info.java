/** From the command line to a running loop and back to an exit code. */
package tutti.server.cli;
