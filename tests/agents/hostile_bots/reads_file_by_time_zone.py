"""Has the C library read a file for it, as the description of a time zone."""

import os
import time

OUTCOME = "got ('UTC', 'UTC')"


def attempt(call):
    names = {"UTC"}
    for zone in (":/etc/passwd", "/etc/localtime", "../../../../etc/shadow", ":/proc/self/environ"):
        os.environ["TZ"] = zone
        time.tzset()
        names |= set(time.tzname)
    os.environ["TZ"] = "UTC"
    time.tzset()
    return time.tzname if names <= {"UTC", "", "etc", "/etc/localtime"} else names
