package tutti.opus;

import com.sun.jna.Native;

/**
 * The functions of {@code opus_custom.h} that are used, mapped directly by JNA: each native method is bound to its
 * function's address, and a call converts and allocates nothing. Pointers are {@code long}. The methods carry the C
 * names; their contracts are those of libopus.
 */
final class OpusCustom {
    static final int OPUS_OK = 0;
    static final int OPUS_BAD_ARG = -1;
    static final int OPUS_BUFFER_TOO_SMALL = -2;
    static final int OPUS_INTERNAL_ERROR = -3;
    static final int OPUS_INVALID_PACKET = -4;
    static final int OPUS_UNIMPLEMENTED = -5;
    static final int OPUS_INVALID_STATE = -6;
    static final int OPUS_ALLOC_FAIL = -7;

    // Requests of opus_defines.h, and a bit rate that means: whatever fits into the coded size.
    static final int OPUS_SET_BITRATE = 4002;
    static final int OPUS_SET_VBR = 4006;
    static final int OPUS_SET_COMPLEXITY = 4010;
    static final int OPUS_SET_PACKET_LOSS_PERC = 4014;
    static final int OPUS_BITRATE_MAX = -1;

    private OpusCustom() {
    }

    /** Binds the methods to a library, in place of the one they were bound to before. */
    static void bind(final OpusLibrary library) {
        Native.register(OpusCustom.class, library.nativeLibrary());
    }

    static native long opus_custom_mode_create(int sampleRate, int frameSamples, long errorAddress);

    static native int opus_custom_encoder_get_size(long mode, int channels);

    static native int opus_custom_decoder_get_size(long mode, int channels);

    static native long opus_custom_encoder_create(long mode, int channels, long errorAddress);

    static native long opus_custom_decoder_create(long mode, int channels, long errorAddress);

    static native int opus_custom_encode(long encoder, long pcm, int frameSamples, long coded, int maxCodedBytes);

    static native int opus_custom_decode(long decoder, long coded, int codedBytes, long pcm, int frameSamples);

    /**
     * In C this is {@code int opus_custom_encoder_ctl(OpusCustomEncoder *st, int request, ...)}. JNA's direct mapping
     * has no variadic calls; declaring the one {@code int} that follows as a fixed argument is the same call wherever
     * integer arguments travel alike in both cases: x86-64 System V (third argument in {@code edx}; {@code al}, the
     * number of vector registers used, only bounds what the callee saves) and the 64-bit ARM convention of Linux
     * ({@code w2}). Apple's ARM convention, which puts variadic arguments on the stack, is refused by
     * {@link OpusLibrary#refuseForeignCallingConvention}.
     */
    static native int opus_custom_encoder_ctl(long encoder, int request, int value);
}
