/** The log: events from the frame thread through a ring to a thread that writes lines. */
package tutti.server.events;
