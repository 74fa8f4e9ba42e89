package tutti.opus;

import java.lang.foreign.MemorySegment;

/**
 * Encodes and decodes Opus Custom frames at 48 kHz: 128 or 64 samples per channel, mono or stereo, constant bit rate,
 * with the settings that Jamulus uses. One object serves the whole process.
 *
 * <p>Encoders and decoders are flat blocks of memory that the caller owns: {@link #encoderStateBytes()} or
 * {@link #decoderStateBytes()} bytes at a 64-byte boundary, used by one thread at a time. A block becomes an encoder or
 * decoder by a reset, which copies a pristine one of the wanted format into it, and can become one of another format
 * by another reset. A byte copy of a block is a working clone. Nothing is allocated by any method, neither in Java nor
 * in C, and nothing needs to be freed.
 *
 * <p>Addresses are raw and not checked: a wrong one crashes the process.
 */
public final class OpusCodec {
    /** The only sample rate, in Hz. */
    public static final int SAMPLE_RATE = 48_000;
    /** The smallest size of a coded frame, in bytes: asked for less, libopus writes this many all the same. */
    public static final int MIN_CODED_BYTES = 3;
    /** The largest size of a coded frame, in bytes: the largest Opus payload and the header byte of Opus Custom. */
    public static final int MAX_CODED_BYTES = 1276;

    private static final int STATE_ALIGNMENT = 64;
    private static final int FORMATS = 4;
    private static final int BITS_PER_BYTE = 8;
    /** Bit/s for each channel, above which libopus cuts a bit rate off. */
    private static final int MAX_CHANNEL_BIT_RATE = 750_000;
    private static final int LOSS_PERCENT_OF_64_SAMPLE_FRAMES = 35;
    private static final int COMPLEXITY_OF_128_SAMPLE_FRAMES = 1;

    /** All of memory, to copy between raw addresses without an object for each copy. */
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final OpusLibrary library;
    private final long[] pristineEncoder = new long[FORMATS];
    private final long[] pristineDecoder = new long[FORMATS];
    private final int[] encoderBytes = new int[FORMATS];
    private final int[] decoderBytes = new int[FORMATS];
    private final int maxEncoderBytes;
    private final int maxDecoderBytes;

    /**
     * Creates one pristine encoder and decoder of each format; they stay until the process ends.
     *
     * @param library where the codec comes from; replaces the one of any earlier codec in this process
     * @throws IllegalStateException if the library cannot create them
     */
    public OpusCodec(final OpusLibrary library) {
        this.library = library;
        OpusCustom.bind(library);
        int encoderMax = 0;
        int decoderMax = 0;
        for (int format = 0; format < FORMATS; format++) {
            final int channels = channelsOf(format);
            final long mode = created(OpusCustom.opus_custom_mode_create(SAMPLE_RATE, frameSamplesOf(format), 0));
            pristineEncoder[format] = created(OpusCustom.opus_custom_encoder_create(mode, channels, 0));
            pristineDecoder[format] = created(OpusCustom.opus_custom_decoder_create(mode, channels, 0));
            encoderBytes[format] = OpusCustom.opus_custom_encoder_get_size(mode, channels);
            decoderBytes[format] = OpusCustom.opus_custom_decoder_get_size(mode, channels);
            encoderMax = Math.max(encoderMax, encoderBytes[format]);
            decoderMax = Math.max(decoderMax, decoderBytes[format]);
            configure(pristineEncoder[format], frameSamplesOf(format));
        }
        maxEncoderBytes = align(encoderMax);
        maxDecoderBytes = align(decoderMax);
    }

    /** Sets what is the same for every stream of a frame length; the bit rate follows from the coded size. */
    private static void configure(final long encoder, final int frameSamples) {
        control(encoder, OpusCustom.OPUS_SET_VBR, 0);
        if (frameSamples == 64) {
            control(encoder, OpusCustom.OPUS_SET_PACKET_LOSS_PERC, LOSS_PERCENT_OF_64_SAMPLE_FRAMES);
        } else {
            control(encoder, OpusCustom.OPUS_SET_COMPLEXITY, COMPLEXITY_OF_128_SAMPLE_FRAMES);
        }
    }

    /** @return where the codec comes from */
    public OpusLibrary library() {
        return library;
    }

    /** @return bytes of memory that an encoder of any format needs, a multiple of 64 */
    public int encoderStateBytes() {
        return maxEncoderBytes;
    }

    /** @return bytes of memory that a decoder of any format needs, a multiple of 64 */
    public int decoderStateBytes() {
        return maxDecoderBytes;
    }

    /**
     * Makes a block of memory a new encoder.
     *
     * @param state        address of the block
     * @param frameSamples samples per channel in a frame: 64 or 128
     * @param channels     1 or 2
     * @param codedBytes   size of each coded frame, {@value #MIN_CODED_BYTES} to {@value #MAX_CODED_BYTES}; sets the
     *                     bit rate
     * @throws IllegalArgumentException if an argument is out of range
     */
    public void resetEncoder(final long state, final int frameSamples, final int channels, final int codedBytes) {
        final int format = format(frameSamples, channels);
        if (codedBytes < MIN_CODED_BYTES || codedBytes > MAX_CODED_BYTES) {
            throw new IllegalArgumentException("coded frames of " + codedBytes + " bytes: must be "
                    + MIN_CODED_BYTES + " to " + MAX_CODED_BYTES);
        }
        copy(pristineEncoder[format], state, encoderBytes[format]);
        final int bitRate = SAMPLE_RATE / frameSamples * BITS_PER_BYTE * codedBytes;
        // Frames of a rate that libopus cuts off would come out shorter than asked for.
        control(state, OpusCustom.OPUS_SET_BITRATE,
                bitRate <= MAX_CHANNEL_BIT_RATE * channels ? bitRate : OpusCustom.OPUS_BITRATE_MAX);
    }

    /**
     * Makes a block of memory a new decoder.
     *
     * @param state        address of the block
     * @param frameSamples samples per channel in a frame: 64 or 128
     * @param channels     channels of the samples that it puts out: 1 or 2; coded frames of either are understood
     * @throws IllegalArgumentException if an argument is out of range
     */
    public void resetDecoder(final long state, final int frameSamples, final int channels) {
        final int format = format(frameSamples, channels);
        copy(pristineDecoder[format], state, decoderBytes[format]);
    }

    /**
     * Encodes one frame.
     *
     * @param state        address of an encoder
     * @param frameSamples the encoder's frame length in samples per channel
     * @param pcm          address of the samples: 16-bit, native byte order, interleaved
     * @param out          address that the coded frame is written to
     * @param codedBytes   the coded size that the encoder was reset for, in bytes
     * @return bytes written, always {@code codedBytes}; or a negative error, see {@link #errorText}
     */
    public int encode(
            final long state, final int frameSamples, final long pcm, final long out, final int codedBytes) {
        return OpusCustom.opus_custom_encode(state, pcm, frameSamples, out, codedBytes);
    }

    /**
     * Decodes one frame, or makes up for a lost one. After an error the samples at {@code pcm} are as they were.
     *
     * @param state        address of a decoder
     * @param frameSamples the decoder's frame length in samples per channel
     * @param coded        address of the coded frame; 0 if it was lost, the decoder then goes on as it sees fit
     * @param codedBytes   size of the coded frame in bytes, at least 1; a frame of 1 byte counts as lost
     * @param pcm          address that the samples are written to: 16-bit, native byte order, interleaved
     * @return samples written per channel, always {@code frameSamples}; or a negative error, see {@link #errorText}
     */
    public int decode(
            final long state, final int frameSamples, final long coded, final int codedBytes, final long pcm) {
        return OpusCustom.opus_custom_decode(state, coded, codedBytes, pcm, frameSamples);
    }

    /**
     * Clones an encoder in mid-stream: fed the same samples, both put out identical frames from here on.
     *
     * @param from address of an encoder
     * @param to   address of the block of memory that becomes its clone
     */
    public void copyEncoder(final long from, final long to) {
        copy(from, to, maxEncoderBytes);
    }

    /**
     * Puts an error into words.
     *
     * @param error a negative value that {@link #encode} or {@link #decode} returned
     * @return the name of the error in opus_defines.h and its number
     */
    public static String errorText(final int error) {
        final String name = switch (error) {
            case OpusCustom.OPUS_OK -> "OPUS_OK";
            case OpusCustom.OPUS_BAD_ARG -> "OPUS_BAD_ARG";
            case OpusCustom.OPUS_BUFFER_TOO_SMALL -> "OPUS_BUFFER_TOO_SMALL";
            case OpusCustom.OPUS_INTERNAL_ERROR -> "OPUS_INTERNAL_ERROR";
            case OpusCustom.OPUS_INVALID_PACKET -> "OPUS_INVALID_PACKET";
            case OpusCustom.OPUS_UNIMPLEMENTED -> "OPUS_UNIMPLEMENTED";
            case OpusCustom.OPUS_INVALID_STATE -> "OPUS_INVALID_STATE";
            case OpusCustom.OPUS_ALLOC_FAIL -> "OPUS_ALLOC_FAIL";
            default -> "unknown Opus error";
        };
        return name + " (" + error + ")";
    }

    private static int format(final int frameSamples, final int channels) {
        if (frameSamples != 64 && frameSamples != 128) {
            throw new IllegalArgumentException("frames of " + frameSamples + " samples: must be 64 or 128");
        }
        if (channels != 1 && channels != 2) {
            throw new IllegalArgumentException(channels + " channels: must be 1 or 2");
        }
        return (frameSamples == 64 ? 0 : 2) + channels - 1;
    }

    private static int frameSamplesOf(final int format) {
        return format < 2 ? 64 : 128;
    }

    private static int channelsOf(final int format) {
        return (format & 1) + 1;
    }

    private static long created(final long address) {
        if (address == 0) {
            throw new IllegalStateException("libopus could not create a mode, an encoder or a decoder: out of memory");
        }
        return address;
    }

    private static void control(final long encoder, final int request, final int value) {
        final int result = OpusCustom.opus_custom_encoder_ctl(encoder, request, value);
        if (result != OpusCustom.OPUS_OK) {
            throw new IllegalStateException("opus_custom_encoder_ctl(" + request + ", " + value + ") failed: "
                    + errorText(result));
        }
    }

    private static void copy(final long from, final long to, final int bytes) {
        MemorySegment.copy(MEMORY, from, MEMORY, to, bytes);
    }

    private static int align(final int bytes) {
        return (bytes + STATE_ALIGNMENT - 1) & -STATE_ALIGNMENT;
    }
}
