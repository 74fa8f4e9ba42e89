/** HTTP for the operator on the loopback address, and the queue by which it reaches the loop. */
package tutti.server.admin;
