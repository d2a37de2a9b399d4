/* A bot for Kalah in C that looks ahead (alpha-beta with a table). It speaks the protocol of
   docs/40-protocol.md by lines of JSON on standard input and output. The README says how to build
   it. Without a library for JSON it looks for the few members that it needs by their names. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PITS = 12, LINE = 65536, TABLE = 1 << 16, DEEPEST = 60, WIN = 10000 };
enum { LOWER = 1, UPPER = 2, EXACT = 3 };

typedef struct {
    int8_t ring[2 * MOST_PITS + 2]; /* row and store of seat 0, then those of seat 1 */
    int8_t seat;                    /* who acts; -1 at the end */
} Board;

typedef struct {
    uint64_t key;
    int16_t value;
    int8_t depth, kind, best;
} Entry;

static int pits, empty_capture;
static Entry table[TABLE];
static uint64_t positions;
static double deadline;
static int out_of_time;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static int first_of(int seat) { return seat * (pits + 1); }

static int store_of(int seat) { return first_of(seat) + pits; }

static int row_is_empty(const Board *board, int seat) {
    for (int pit = first_of(seat); pit < store_of(seat); pit++)
        if (board->ring[pit]) return 0;
    return 1;
}

static void finish_if_over(Board *board) {
    if (!row_is_empty(board, 0) && !row_is_empty(board, 1)) return;
    for (int seat = 0; seat < 2; seat++)
        for (int pit = first_of(seat); pit < store_of(seat); pit++) {
            board->ring[store_of(seat)] += board->ring[pit];
            board->ring[pit] = 0;
        }
    board->seat = -1;
}

static void play(Board *board, int action) {
    int seat = board->seat, place = first_of(seat) + action, ring = 2 * pits + 2;
    int seeds = board->ring[place];
    board->ring[place] = 0;
    while (seeds) {
        if (++place == ring) place = 0;
        if (place == store_of(1 - seat)) continue;
        board->ring[place]++;
        seeds--;
    }
    if (place != store_of(seat)) board->seat = 1 - seat;
    if (place >= first_of(seat) && place < store_of(seat) && board->ring[place] == 1) {
        int across = 2 * pits - place;
        if (board->ring[across] || empty_capture) {
            board->ring[store_of(seat)] += 1 + board->ring[across];
            board->ring[place] = board->ring[across] = 0;
        }
    }
    finish_if_over(board);
}

static uint64_t key_of(const Board *board) {
    uint64_t key = board->seat + 2;
    for (int place = 0; place < 2 * pits + 2; place++) {
        key = (key ^ (uint8_t)board->ring[place]) * 0x9E3779B97F4A7C15u;
        key ^= key >> 29;
    }
    return key;
}

static int lead(const Board *board, int seat) {
    return board->ring[store_of(seat)] - board->ring[store_of(1 - seat)];
}

static int search(const Board *board, int depth, int alpha, int beta, int *chosen);

/* What a board is worth to a seat, which need not be the one to act. */
static int worth(const Board *board, int seat, int depth, int alpha, int beta) {
    int ignored;
    if (board->seat < 0) {
        int seeds = lead(board, seat);
        return seeds > 0 ? WIN + seeds : seeds < 0 ? seeds - WIN : 0;
    }
    if (depth <= 0) return lead(board, seat);
    if (board->seat == seat) return search(board, depth, alpha, beta, &ignored);
    return -search(board, depth, -beta, -alpha, &ignored);
}

static int search(const Board *board, int depth, int alpha, int beta, int *chosen) {
    uint64_t key = key_of(board);
    Entry *entry = &table[key % TABLE];
    int hint = entry->key == key ? entry->best : -1, seat = board->seat, best = -2 * WIN, low = alpha;
    if (++positions % 8192 == 0 && now() >= deadline) out_of_time = 1;
    if (hint >= 0 && entry->depth >= depth) {
        int kind = entry->kind, value = entry->value;
        *chosen = hint;
        if (kind == EXACT || (kind == LOWER && value >= beta) || (kind == UPPER && value <= alpha))
            return value;
    }
    *chosen = -1;
    /* The table's action first, then the others from the right: these reach the store soonest. */
    for (int turn = -1; turn < pits && !out_of_time && low < beta; turn++) {
        int action = turn < 0 ? hint : pits - 1 - turn;
        if (action < 0 || (turn >= 0 && action == hint)) continue;
        if (!board->ring[first_of(seat) + action]) continue;
        Board next = *board;
        play(&next, action);
        int value = worth(&next, seat, depth - 1, low, beta);
        if (value > best) best = value, *chosen = action;
        if (best > low) low = best;
    }
    if (!out_of_time)
        *entry = (Entry){key, (int16_t)best, (int8_t)depth,
                         (int8_t)(best >= beta ? LOWER : best > alpha ? EXACT : UPPER), (int8_t)*chosen};
    return best;
}

/* Look one action further each time until the time is up; the last whole search counts. */
static int choose(const Board *board, double seconds, int *value, int *depth) {
    int action = 0, candidate;
    while (!board->ring[first_of(board->seat) + action]) action++;
    out_of_time = 0;
    deadline = now() + seconds;
    for (int next = 1; next <= DEEPEST; next++) {
        int reached = search(board, next, -2 * WIN, 2 * WIN, &candidate);
        if (out_of_time) break;
        action = candidate, *value = reached, *depth = next;
        if (abs(reached) >= WIN) break;
    }
    return action;
}

/* The text after "name": from here on, or NULL. */
static const char *member(const char *text, const char *name) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    const char *place = strstr(text, quoted);
    if (!place) return NULL;
    place += strlen(quoted);
    return place + strspn(place, " ");
}

static double number(const char *text, const char *name) {
    const char *place = member(text, name);
    return place ? strtod(place, NULL) : 0; /* null reads as 0 too */
}

/* Read the numbers of a (nested) list in their order; return how many there are. */
static int numbers(const char *text, int8_t *values, int most) {
    int count = 0, depth = 0;
    do {
        if (*text == '[') depth++;
        if (*text == ']') depth--;
        if (*text >= '0' && *text <= '9' && count < most)
            values[count++] = (int8_t)strtol(text, (char **)&text, 10);
        else
            text++;
    } while (depth);
    return count;
}

static void read_board(const char *line, Board *board) {
    int8_t rows[2 * MOST_PITS], stores[2];
    const char *list = member(line, "pits");
    while (*list != '[') list = member(list, "pits"); /* the option has the same name */
    pits = numbers(list, rows, 2 * MOST_PITS) / 2;
    numbers(member(line, "stores"), stores, 2);
    board->seat = (int8_t)number(line, "player");
    empty_capture = *member(line, "empty_capture") == 't';
    for (int seat = 0; seat < 2; seat++) {
        memcpy(board->ring + first_of(seat), rows + seat * pits, pits);
        board->ring[store_of(seat)] = stores[seat];
    }
}

static void answer_turn(const char *line) {
    Board board;
    int value = 0, depth = 0;
    read_board(line, &board);
    double remaining = number(line, "remaining"), most = number(line, "per_action");
    double seconds = remaining / 30 + number(line, "increment") / 2;
    if (most && seconds > most / 2) seconds = most / 2;
    positions = 0;
    int action = choose(&board, seconds, &value, &depth);
    printf("{\"type\":\"action\",\"turn\":%d,\"action\":%d,"
           "\"note\":\"%+d at depth %d, %llu positions\"}\n",
           (int)number(line, "turn"), action, value, depth, (unsigned long long)positions);
}

int main(void) {
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        const char *type = member(line, "type");
        if (!type) return 1;
        if (!strncmp(type, "\"load\"", 6))
            puts("{\"type\":\"manifest\",\"games\":[\"kalah(sowing=counterclockwise)\"]}");
        else if (!strncmp(type, "\"start\"", 7))
            puts("{\"type\":\"started\"}");
        else if (!strncmp(type, "\"turn\"", 6))
            answer_turn(line);
        else
            puts("{\"type\":\"finished\"}");
        fflush(stdout);
    }
    return 0;
}
