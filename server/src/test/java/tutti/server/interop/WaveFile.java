package tutti.server.interop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A recording: reads the 16-bit WAV files that jack_rec writes. */
final class WaveFile {
    private static final int RIFF_HEADER_BYTES = 12;
    private static final int CHUNK_HEADER_BYTES = 8;
    private static final int CHANNELS_OFFSET = 2;
    private static final int BITS_OFFSET = 14;

    private WaveFile() {
    }

    /**
     * @return the samples, full scale at 1, first index the channel
     * @throws IOException if the file cannot be read or is no 16-bit WAV file
     */
    static float[][] read(final Path file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int channels = 0;
        int chunk = RIFF_HEADER_BYTES;
        while (chunk + CHUNK_HEADER_BYTES <= bytes.limit()) {
            final String name = new String(bytes.array(), chunk, 4, StandardCharsets.US_ASCII);
            final int length = bytes.getInt(chunk + 4);
            final int body = chunk + CHUNK_HEADER_BYTES;
            if (name.equals("fmt ")) {
                channels = bytes.getShort(body + CHANNELS_OFFSET);
                if (bytes.getShort(body + BITS_OFFSET) != Short.SIZE) {
                    throw new IOException(file + " has no 16-bit samples");
                }
            } else if (name.equals("data")) {
                return samples(bytes.slice(body, length).order(ByteOrder.LITTLE_ENDIAN), channels);
            }
            chunk = body + length + (length & 1);
        }
        throw new IOException(file + " is no WAV file with samples");
    }

    private static float[][] samples(final ByteBuffer data, final int channels) {
        final float[][] samples = new float[channels][data.limit() / Short.BYTES / channels];
        for (int i = 0; i < samples[0].length; i++) {
            for (int channel = 0; channel < channels; channel++) {
                samples[channel][i] = data.getShort() / 32_768f;
            }
        }
        return samples;
    }
}
