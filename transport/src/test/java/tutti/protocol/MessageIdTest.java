package tutti.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

class MessageIdTest {
    @Test
    void shouldNameEveryMessageLikeItsConstant() throws IllegalAccessException {
        int messages = 0;
        for (final Field constant : MessageId.class.getFields()) {
            if (!constant.getName().endsWith("_CONNECTIONLESS")) {
                assertEquals(constant.getName(), MessageId.name(constant.getInt(null)));
                messages++;
            }
        }
        assertEquals(45, messages);
    }

    @Test
    void shouldNotNameObsoleteAndUnknownIds() {
        for (final int id : new int[] {0, 2, 12, 14, 15, 17, 19, 22, 37, 1000, 1023, 2000, 2002, 65535}) {
            assertEquals("UNKNOWN", MessageId.name(id));
        }
    }

    @Test
    void shouldTakeThousandToNineteenNinetyNineForConnectionless() {
        assertFalse(MessageId.isConnectionless(999));
        assertTrue(MessageId.isConnectionless(1000));
        assertTrue(MessageId.isConnectionless(1999));
        assertFalse(MessageId.isConnectionless(2000));
        assertFalse(MessageId.isConnectionless(MessageId.SPLIT_CONTAINER));
        assertFalse(MessageId.isConnectionless(MessageId.ACKN));
    }
}
