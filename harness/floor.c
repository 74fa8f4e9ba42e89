/*
 * The floor: the least that any server can spend on a fleet of players, as a program to measure servers against.
 *
 * It moves the same datagrams and calls the same codec as often as a server has to, and does nothing else: there is no
 * protocol, no jitter buffer that adapts, no gain, no pan. In every frame of 128 samples at 48 kHz (2.667 ms) it
 *
 *   sleeps until the frame is due, on a grid that does not drift,
 *   takes every datagram that waits (recvmmsg),
 *   decodes one block of every client and adds them up,
 *   encodes the sum once, or once for every client with -d: as when no two mixes are equal,
 *   sends a datagram to every client whose datagram is complete (sendmmsg).
 *
 * Whoever sends datagrams of the agreed size is a client from then on; clients are told apart by their UDP port, so
 * they must all be on this machine. Each block on the wire is followed by a counter byte.
 *
 * Build: gcc -O3 floor.c /path/to/libopus.so.0 (with custom modes). lib.sh does it: build_floor.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <opus/opus_custom.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    SAMPLE_RATE = 48000,
    FRAME_SAMPLES = 128,
    MAX_CHANNELS = 2,
    MAX_FRAME = FRAME_SAMPLES * MAX_CHANNELS,
    MIN_BYTES = 10,
    MAX_BYTES = 255,
    MAX_FACTOR = 4,
    MAX_DATAGRAM = MAX_FACTOR * (MAX_BYTES + 1),
    MAX_CLIENTS = 256,
    /* Blocks of one client that may wait for their frame; two datagrams of the longest kind. A power of two. */
    QUEUE_BLOCKS = 8,
    /* Datagrams taken by one call: those of a frame, and a few that a stall has left over. */
    RECEIVE_BATCH = 512,
    MIN_RECEIVE = 32,
    SPARE_RECEIVE = 16,
    RECEIVE_BUFFER_BYTES = 4 << 20,
    UDP_PORTS = 65536,
    COMPLEXITY = 1,
    NANOS_PER_SECOND = 1000000000,
};

struct options {
    int port;
    double seconds;
    int distinct; /* one encode for each client */
    int channels;
    int bytes;  /* of a coded block without its counter byte */
    int factor; /* blocks in a datagram */
};

struct client {
    struct sockaddr_in address;
    OpusCustomDecoder *decoder;
    OpusCustomEncoder *encoder;
    uint8_t waiting[QUEUE_BLOCKS][MAX_BYTES];
    unsigned first, count;             /* of the blocks in waiting[] */
    uint8_t coded[MAX_FACTOR][MAX_BYTES]; /* of this frame and those before it, by frame number modulo factor */
    uint8_t counters[MAX_FACTOR];      /* of the blocks in the datagram that leaves */
    uint8_t next_counter;
};

/* What recvmmsg fills. */
struct inbox {
    struct mmsghdr messages[RECEIVE_BATCH];
    struct iovec vectors[RECEIVE_BATCH];
    struct sockaddr_in senders[RECEIVE_BATCH];
    uint8_t datagrams[RECEIVE_BATCH][MAX_DATAGRAM];
};

/* What sendmmsg sends: blocks and counter bytes in turn, where they lie. */
struct outbox {
    struct mmsghdr messages[MAX_CLIENTS];
    struct iovec vectors[MAX_CLIENTS][2 * MAX_FACTOR];
};

struct work_times {
    uint64_t frames, total, worst, overrun; /* times in nanoseconds; overrun: frames whose work took longer than one */
};

static struct options options = {.channels = 2, .bytes = 71, .factor = 1};
static OpusCustomMode *mode;
static struct client clients[MAX_CLIENTS];
static int client_count;
static int client_of_port[UDP_PORTS]; /* its number plus 1; 0: none */
static struct inbox inbox;
static struct outbox outbox;
static int udp_socket;

/* --- Errors and options ------------------------------------------------------------------------------------------ */

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "floor: %s: %s\n", what, why);
    exit(2);
}

static _Noreturn void usage(void) {
    fprintf(stderr,
            "Usage: floor PORT SECONDS [-d] [-c CHANNELS] [-b BYTES] [-f FACTOR]\n"
            "Answers whoever sends datagrams of FACTOR blocks (1, 2 or 4; default 1), each of BYTES coded bytes\n"
            "(default 71) and a counter byte, to 127.0.0.1:PORT, for that long. Channels: 1 or 2 (default 2).\n"
            "-d: encodes once for every client instead of once.\n");
    exit(2);
}

static int number_between(const char *name, const char *text, int least, int most) {
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno != 0 || *text == '\0' || *end != '\0' || number < least || number > most) {
        fprintf(stderr, "floor: %s must be a whole number from %d to %d, not '%s'\n", name, least, most, text);
        exit(2);
    }
    return (int)number;
}

static void parse_options(int count, char **words) {
    int letter;
    while ((letter = getopt(count, words, "db:c:f:")) != -1) {
        switch (letter) {
        case 'd': options.distinct = 1; break;
        case 'b': options.bytes = number_between("-b BYTES", optarg, MIN_BYTES, MAX_BYTES); break;
        case 'c': options.channels = number_between("-c CHANNELS", optarg, 1, MAX_CHANNELS); break;
        case 'f': options.factor = number_between("-f FACTOR", optarg, 1, MAX_FACTOR); break;
        default: usage();
        }
    }
    if (count - optind != 2) {
        usage();
    }
    if (options.factor == 3) {
        fail("-f FACTOR must be 1, 2 or 4, not", "3");
    }
    options.port = number_between("PORT", words[optind], 1, UDP_PORTS - 1);
    options.seconds = number_between("SECONDS", words[optind + 1], 1, INT_MAX);
}

/* --- Clients ------------------------------------------------------------------------------------------------------ */

static void check_opus(const char *what, int error) {
    if (error != OPUS_OK) {
        fail(what, opus_strerror(error));
    }
}

static struct client *add_client(const struct sockaddr_in *address) {
    struct client *client = &clients[client_count];
    int error;
    client->address = *address;
    client->decoder = opus_custom_decoder_create(mode, options.channels, &error);
    check_opus("no decoder", error);
    client->encoder = opus_custom_encoder_create(mode, options.channels, &error);
    check_opus("no encoder", error);
    check_opus("no constant bit rate", opus_custom_encoder_ctl(client->encoder, OPUS_SET_VBR(0)));
    check_opus("no complexity", opus_custom_encoder_ctl(client->encoder, OPUS_SET_COMPLEXITY(COMPLEXITY)));
    client_count++;
    client_of_port[ntohs(address->sin_port)] = client_count;
    return client;
}

/* The client that sends from this address, who may be new; none when there are too many. */
static struct client *client_at(const struct sockaddr_in *address) {
    int number = client_of_port[ntohs(address->sin_port)];
    if (number > 0) {
        return &clients[number - 1];
    }
    return client_count < MAX_CLIENTS ? add_client(address) : NULL;
}

static void queue_blocks(struct client *client, const uint8_t *datagram) {
    for (int i = 0; i < options.factor && client->count < QUEUE_BLOCKS; i++) {
        unsigned last = (client->first + client->count++) % QUEUE_BLOCKS;
        memcpy(client->waiting[last], datagram + i * (options.bytes + 1), (size_t)options.bytes);
    }
}

/* --- Datagrams ---------------------------------------------------------------------------------------------------- */

static void open_socket(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)options.port)};
    int bytes = RECEIVE_BUFFER_BYTES;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    udp_socket = socket(AF_INET, SOCK_DGRAM, 0);
    if (udp_socket < 0) {
        fail("no socket", strerror(errno));
    }
    /* As much of it as the system allows will do. */
    setsockopt(udp_socket, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    if (bind(udp_socket, (struct sockaddr *)&address, sizeof address) != 0) {
        char what[64];
        snprintf(what, sizeof what, "UDP port %d of 127.0.0.1 cannot be bound", options.port);
        fail(what, strerror(errno));
    }
}

static void prepare_inbox(int count) {
    for (int i = 0; i < count; i++) {
        inbox.vectors[i] = (struct iovec){inbox.datagrams[i], MAX_DATAGRAM};
        inbox.messages[i].msg_hdr = (struct msghdr){
            .msg_name = &inbox.senders[i],
            .msg_namelen = sizeof inbox.senders[i],
            .msg_iov = &inbox.vectors[i],
            .msg_iovlen = 1,
        };
    }
}

/* One call unless a stall has left more: a call that fills less than it may has emptied the socket. */
static void receive_all(void) {
    unsigned expected_bytes = (unsigned)(options.factor * (options.bytes + 1));
    int wanted, received;
    do {
        wanted = client_count + SPARE_RECEIVE;
        wanted = wanted < MIN_RECEIVE ? MIN_RECEIVE : wanted > RECEIVE_BATCH ? RECEIVE_BATCH : wanted;
        prepare_inbox(wanted);
        received = recvmmsg(udp_socket, inbox.messages, (unsigned)wanted, MSG_DONTWAIT, NULL);
        if (received < 0 && errno != EAGAIN && errno != EINTR) {
            fail("recvmmsg", strerror(errno));
        }
        for (int i = 0; i < received; i++) {
            struct client *client =
                inbox.messages[i].msg_len == expected_bytes ? client_at(&inbox.senders[i]) : NULL;
            if (client != NULL) {
                queue_blocks(client, inbox.datagrams[i]);
            }
        }
    } while (received == wanted);
}

/* Puts together the datagram of a client: its last blocks, or those of the first client whose mix all hear. */
static void prepare_datagram(int position, struct client *client, uint64_t frame) {
    struct client *coder = options.distinct ? client : &clients[0];
    struct iovec *vectors = outbox.vectors[position];
    for (int i = 0; i < options.factor; i++) {
        int slot = (int)((frame + 1 + (uint64_t)i) % (uint64_t)options.factor);
        client->counters[i] = client->next_counter++;
        vectors[2 * i] = (struct iovec){coder->coded[slot], (size_t)options.bytes};
        vectors[2 * i + 1] = (struct iovec){&client->counters[i], 1};
    }
    outbox.messages[position].msg_hdr = (struct msghdr){
        .msg_name = &client->address,
        .msg_namelen = sizeof client->address,
        .msg_iov = vectors,
        .msg_iovlen = (size_t)(2 * options.factor),
    };
}

/* With more than one block in a datagram, the clients take turns: each frame completes the datagrams of a part. */
static void send_all(uint64_t frame) {
    int count = 0;
    for (int i = (int)(frame % (uint64_t)options.factor); i < client_count; i += options.factor) {
        prepare_datagram(count++, &clients[i], frame);
    }
    for (int sent = 0; sent < count;) {
        int now_sent = sendmmsg(udp_socket, outbox.messages + sent, (unsigned)(count - sent), 0);
        if (now_sent < 0) {
            fail("sendmmsg", strerror(errno));
        }
        sent += now_sent;
    }
}

/* --- Audio -------------------------------------------------------------------------------------------------------- */

/* Decodes the client's next block, or lets the decoder conceal that there is none, and adds it to the sum. */
static void decode(struct client *client, float *sum) {
    int16_t samples[MAX_FRAME];
    const uint8_t *block = NULL;
    if (client->count > 0) {
        block = client->waiting[client->first];
        client->first = (client->first + 1) % QUEUE_BLOCKS;
        client->count--;
    }
    int decoded = opus_custom_decode(client->decoder, block, options.bytes, samples, FRAME_SAMPLES);
    if (decoded != FRAME_SAMPLES) {
        fail("decoding", decoded < 0 ? opus_strerror(decoded) : "a block of another length");
    }
    for (int i = 0; i < FRAME_SAMPLES * options.channels; i++) {
        sum[i] += samples[i];
    }
}

static void limit(const float *sum, int16_t *mix) {
    for (int i = 0; i < FRAME_SAMPLES * options.channels; i++) {
        float sample = sum[i];
        mix[i] = (int16_t)(sample > INT16_MAX ? INT16_MAX : sample < INT16_MIN ? INT16_MIN : sample);
    }
}

static void encode(struct client *client, const int16_t *mix, uint64_t frame) {
    uint8_t *block = client->coded[frame % (uint64_t)options.factor];
    int bytes = opus_custom_encode(client->encoder, mix, FRAME_SAMPLES, block, options.bytes);
    if (bytes != options.bytes) {
        fail("encoding", bytes < 0 ? opus_strerror(bytes) : "a block of another size");
    }
}

static void run_frame(uint64_t frame) {
    float sum[MAX_FRAME] = {0};
    int16_t mix[MAX_FRAME];
    receive_all();
    for (int i = 0; i < client_count; i++) {
        decode(&clients[i], sum);
    }
    limit(sum, mix);
    int encodes = options.distinct ? client_count : client_count > 0;
    for (int i = 0; i < encodes; i++) {
        encode(&clients[i], mix, frame);
    }
    send_all(frame);
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

static uint64_t now_nanos(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * NANOS_PER_SECOND + (uint64_t)time.tv_nsec;
}

static uint64_t nanos_of_frames(uint64_t frames) {
    return frames * FRAME_SAMPLES * NANOS_PER_SECOND / SAMPLE_RATE;
}

static void sleep_until(uint64_t nanos) {
    struct timespec time = {(time_t)(nanos / NANOS_PER_SECOND), (long)(nanos % NANOS_PER_SECOND)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

static struct work_times run_frames(void) {
    struct work_times times = {0};
    uint64_t start = now_nanos();
    uint64_t end = start + (uint64_t)(options.seconds * NANOS_PER_SECOND);
    while (now_nanos() < end) {
        sleep_until(start + nanos_of_frames(times.frames + 1));
        uint64_t begin = now_nanos();
        run_frame(times.frames);
        uint64_t work = now_nanos() - begin;
        times.frames++;
        times.total += work;
        times.worst = work > times.worst ? work : times.worst;
        times.overrun += work > nanos_of_frames(1);
    }
    return times;
}

int main(int count, char **words) {
    int error;
    parse_options(count, words);
    mode = opus_custom_mode_create(SAMPLE_RATE, FRAME_SAMPLES, &error);
    check_opus("no Opus mode of 128 samples (a libopus with custom modes is needed)", error);
    open_socket();
    struct work_times times = run_frames();
    fprintf(stderr, "frames %llu clients %d mean %.1f us worst %.1f us overrun %llu\n",
            (unsigned long long)times.frames, client_count, (double)times.total / 1e3 / (double)times.frames,
            (double)times.worst / 1e3, (unsigned long long)times.overrun);
    return 0;
}
