package tutti.fleet;

/** Where one client's datagrams to the server go. */
interface Outlet {

    /**
     * Sends one datagram.
     *
     * @param address native address of the payload
     * @param length  in bytes
     * @return false when it could not be sent; nothing needs to be done about it, as datagrams may get lost
     */
    boolean send(long address, int length);
}
