package tutti.harness.profile;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Says to which part of the server's work a stack belongs: by its thread, then by the innermost function that is known.
 * So a system call counts where it was made for, and an interrupt not for what it interrupted.
 */
final class Classifier {
    private static final Pattern FRAME_THREADS = Pattern.compile("frame|worker-\\d+");
    private static final Pattern COMPILER_THREADS = Pattern.compile("C[12] CompilerThr.*");

    private static final List<Rule> RULES = List.of(
        kernel("asm_sysvec_.*|asm_common_interrupt", Part.INTERRUPTS),
        kernel("_.*sys_send(mmsg|msg|to)", Part.SEND),
        kernel("_.*sys_recv(mmsg|msg|from)", Part.RECEIVE),
        kernel(".*sys_(p?poll|clock_nanosleep)", Part.SLEEP),
        library("(__|__GI_)?send(mmsg|msg|to)", Part.SEND),
        library("(__|__GI_)?recv(mmsg|msg|from)", Part.RECEIVE),
        library("(__|__GI_)?(p?poll|clock_nanosleep)", Part.SLEEP),
        library("opus_custom_decode.*", Part.DECODE),
        library("opus_custom_encode.*", Part.ENCODE),
        java("opus\\.(OpusCodec\\.decode|OpusCustom\\.opus_custom_decode|CodedSilence\\.)", Part.DECODE),
        java("opus\\.(OpusCodec\\.encode|OpusCustom\\.opus_custom_encode)", Part.ENCODE),
        java("server\\.TalkerDecoder\\.", Part.DECODE),
        java("server\\.AudioWork\\.encode", Part.ENCODE),
        java("mixer\\.|server\\.AudioWork\\.mix", Part.MIX),
        java("server\\.jitter\\.", Part.JITTER_BUFFER),
        java("transport\\.\\w*Send\\w*\\.|(transport|libc)\\.\\w+\\.(flush|flushEach|sendmmsg|sendmsg)$", Part.SEND),
        java("server\\.(ControlPlane|ControlOutbox|ChannelMessages|ConnectionlessMessages|FrontDoor|Membership|"
            + "PendingPeers|\\w+Lists|Chat|ChatAllowance|MuteNotices|ReplyLimiter)\\.|protocol\\.", Part.CONTROL),
        java("server\\.(AudioSender|OutgoingAudio|MixGroup\\.handOver|SendFailures)", Part.SEND),
        java("transport\\.\\w*Receive\\w*\\.|(transport|libc)\\.\\w+\\.(receive|receiveTogether|recvmmsg|recvmsg)$"
            + "|server\\.(Inbound|AddressTable)\\.", Part.RECEIVE),
        java("transport\\.\\w+\\.(await|sleepUntil|poll|ppoll)$|libc\\.LibC\\.ppoll", Part.SLEEP),
        java("server\\.", Part.FRAME_LOOP));

    private Classifier() {
    }

    /**
     * @param sample a stack
     * @return the part it belongs to
     */
    static Part partOf(final StackSample sample) {
        if (!FRAME_THREADS.matcher(sample.thread()).matches()) {
            return COMPILER_THREADS.matcher(sample.thread()).matches() ? Part.COMPILER : Part.OTHER_THREADS;
        }
        for (final StackFrame frame : sample.frames().reversed()) {
            for (final Rule rule : RULES) {
                if (rule.matches(frame)) {
                    return rule.part;
                }
            }
        }
        return Part.UNATTRIBUTED;
    }

    private static Rule kernel(final String function, final Part part) {
        return new Rule(CodeKind.KERNEL, Pattern.compile(function), part);
    }

    private static Rule library(final String function, final Part part) {
        return new Rule(CodeKind.NATIVE, Pattern.compile(function), part);
    }

    /** Of this project, whose packages all begin with {@code tutti.}: the beginning of what comes after that. */
    private static Rule java(final String beginning, final Part part) {
        return new Rule(CodeKind.JAVA, Pattern.compile("tutti\\.(" + beginning + ").*"), part);
    }

    private record Rule(CodeKind kind, Pattern name, Part part) {
        boolean matches(final StackFrame frame) {
            return frame.kind() == kind && name.matcher(frame.name()).matches();
        }
    }
}
