package tutti.harness.page;

/** Text in pages of HTML and XML. */
public final class Html {
    private Html() {
    }

    /**
     * @param text as it is to be read
     * @return the same for the content of an element or an attribute in double quotes
     */
    public static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
