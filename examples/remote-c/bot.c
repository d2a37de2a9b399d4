/* A remote bot for Kauri in C, with nothing but sockets:
 *
 *     cc -O2 -o bot bot.c && KIT_TOKEN=kauri_... ./bot 127.0.0.1 8000 c-bot kalah
 *
 * It speaks http:// to a site on this machine or in a private network. For https:// put a tunnel
 * such as stunnel before it, or take libcurl. The protocol: docs/42-remote-bots.md.
 */
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 1 << 22, ACTIONS = 4096 };

static const char *host, *port, *token;

/* The strategy: replace it by your own. It returns the number of one of the allowed actions. */
static int choose(int actions, const char *message) {
    (void)message; /* all that the seat may know, as JSON: the state, the clocks, the events */
    return rand() % actions;
}

/* Send a request on a connection of its own; return it for reading, or NULL. */
static FILE *ask(const char *method, const char *path, const char *body) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *all, *at;
    int wire = -1;
    if (getaddrinfo(host, port, &hints, &all)) return NULL;
    for (at = all; at && wire < 0; at = at->ai_next) {
        wire = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
        if (wire >= 0 && connect(wire, at->ai_addr, at->ai_addrlen)) close(wire), wire = -1;
    }
    freeaddrinfo(all);
    if (wire < 0) return NULL;
    /* A stream shows every 15 seconds that it lives. */
    struct timeval patience = {.tv_sec = 40};
    setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    dprintf(wire,
            "%s /api/v1/remote/%s HTTP/1.1\r\nHost: %s:%s\r\nAuthorization: Token %s\r\n"
            "Content-Type: application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
            method, path, host, port, token, strlen(body), body);
    return fdopen(wire, "r");
}

/* Read the status and the headers of an answer. */
static int status_of(FILE *answer, int *chunked) {
    char line[4096];
    int status = 0;
    *chunked = 0;
    while (fgets(line, sizeof line, answer) && strcmp(line, "\r\n")) {
        sscanf(line, "HTTP/1.1 %d", &status);
        if (!strncasecmp(line, "transfer-encoding: chunked", 26)) *chunked = 1;
    }
    return status;
}

/* The next byte of the body, whose pieces (RFC 9112, 7.1) are put together; EOF at its end. */
static int next(FILE *answer, int chunked, long *left) {
    if (chunked && *left == 0) {
        char line[64];
        if (!fgets(line, sizeof line, answer)) return EOF;
        if (line[0] == '\r' && !fgets(line, sizeof line, answer)) return EOF;
        *left = strtol(line, NULL, 16);
        if (*left <= 0) return EOF;
    }
    if (chunked) --*left;
    return fgetc(answer);
}

/* Post a body; return the status, or 0 without an answer. What the site refuses is printed. */
static int post(const char *path, const char *body) {
    FILE *answer = ask("POST", path, body);
    int chunked, status, byte;
    long left = 0;
    if (!answer) return 0;
    status = status_of(answer, &chunked);
    if (status >= 400) {
        printf("%s: ", path);
        while ((byte = next(answer, chunked, &left)) != EOF) putchar(byte);
        printf("\n"), fflush(stdout);
    }
    fclose(answer);
    return status;
}

/* The text of a field of JSON that holds no escapes: keys of games, and actions in notation. */
static const char *field(const char *message, const char *name, char *text, size_t size) {
    const char *at = strstr(message, name);
    size_t length = 0;
    if (at) {
        at += strlen(name);
        length = strcspn(at, "\",}");
        if (length >= size) length = size - 1;
        memcpy(text, at, length);
    }
    text[length] = 0;
    return at;
}

/* Act in a turn. Sending the same action again is safe, so an answer may be lost. */
static void act(const char *bot, const char *message) {
    static const char *actions[ACTIONS];
    char key[32], ply[16], action[128], path[256], body[256];
    const char *at = strstr(message, "\"actions\":[");
    int count = 0, tries;
    field(message, "\"game\":\"", key, sizeof key);
    field(message, "\"ply\":", ply, sizeof ply);
    for (at = at ? at + 11 : "]"; *at == '"' && count < ACTIONS; at += *at == ',') {
        actions[count++] = at;
        at = strchr(at + 1, '"') + 1;
    }
    if (!count) return;
    field(actions[choose(count, message)], "\"", action, sizeof action);
    snprintf(path, sizeof path, "%s/games/%s/actions/", bot, key);
    snprintf(body, sizeof body, "{\"ply\": %s, \"action\": \"%s\"}", ply, action);
    for (tries = 0; tries < 6; tries++) {
        int status = post(path, body);
        if (status && status < 500 && status != 429) return;
        sleep(1u << tries);
    }
}

/* Follow the stream until it ends; return the status. */
static int follow(const char *bot) {
    static char line[LINE];
    char path[128], kind[32] = "";
    int chunked, status, byte;
    long left = 0;
    size_t length = 0;
    snprintf(path, sizeof path, "%s/stream/?at_once=4", bot);
    FILE *answer = ask("GET", path, "");
    if (!answer) return 0;
    status = status_of(answer, &chunked);
    while ((byte = next(answer, chunked, &left)) != EOF) {
        if (byte != '\n') {
            if (length < LINE - 1) line[length++] = (char)byte;
            continue;
        }
        line[length] = 0, length = 0;
        if (!strncmp(line, "event: ", 7)) snprintf(kind, sizeof kind, "%.31s", line + 7);
        if (strncmp(line, "data: ", 6)) continue;
        if (!strcmp(kind, "turn")) act(bot, line + 6);
        else printf("%s %s\n", kind, line + 6), fflush(stdout);
    }
    if (status >= 400) line[length] = 0, printf("%s\n", line), fflush(stdout);
    fclose(answer);
    return status;
}

int main(int count, char **words) {
    char body[512], path[128];
    int tries = 0;
    host = count > 1 ? words[1] : "127.0.0.1";
    port = count > 2 ? words[2] : "8000";
    const char *bot = count > 3 ? words[3] : "c-bot";
    token = getenv("KIT_TOKEN") ? getenv("KIT_TOKEN") : "";
    srand((unsigned)time(NULL));
    snprintf(path, sizeof path, "%s/versions/", bot);
    snprintf(body, sizeof body, "{\"identity\": \"c 1\", \"games\": [\"%s\"]}",
             count > 4 ? words[4] : "kalah");
    if (post(path, body) == 404) { /* there is no such bot yet: its name is its address here */
        char named[128];
        snprintf(named, sizeof named, "{\"name\": \"%s\"}", bot);
        if (post("", named) != 201 || post(path, body) != 201) return 1;
    }
    for (;;) {
        int status = follow(bot);
        if (status >= 400 && status < 500 && status != 429) return 1;
        tries = status == 200 ? 0 : tries + 1;
        sleep(tries < 5 ? 1u << tries : 30u); /* the line is lost, or a new stream begins */
    }
}
