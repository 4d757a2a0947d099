/*
 * A library with the name of SQLite whose database can never be opened. Chromium checks certificates with NSS, whose libsoftokn3 does
 * not load without libsqlite3.so.0. Amazon Linux has that library, a minimal Debian does not, and there the first https page would end
 * the browser. NSS uses SQLite for its certificate database only, which this service does not have, and continues without it. The stub
 * is used on every machine. All behave alike.
 *
 * sqlite-stub.ts contains the compiled library, because machines that run the service need no compiler. Built with:
 *
 * cc -shared -nostdlib -Os -s -fcf-protection=none -fno-asynchronous-unwind-tables -fno-ident -Wl,-soname,libsqlite3.so.0 -Wl,--build-id=none -Wl,--hash-style=sysv -Wl,-z,norelro -Wl,-z,noseparate-code
 */

/* SQLITE_ERROR */
#define FAILS(name) \
  int name(void) { return 1; }

/* A null pointer, zero, or SQLITE_OK */
#define EMPTY(name) \
  void *name(void) { return 0; }

FAILS(sqlite3_bind_blob)
FAILS(sqlite3_bind_int)
FAILS(sqlite3_bind_text)
FAILS(sqlite3_busy_timeout)
FAILS(sqlite3_exec)
FAILS(sqlite3_file_control)
FAILS(sqlite3_open_v2)
FAILS(sqlite3_prepare_v2)
FAILS(sqlite3_reset)
FAILS(sqlite3_step)

EMPTY(sqlite3_close)
EMPTY(sqlite3_column_blob)
EMPTY(sqlite3_column_bytes)
EMPTY(sqlite3_column_count)
EMPTY(sqlite3_column_int)
EMPTY(sqlite3_column_name)
EMPTY(sqlite3_column_text)
EMPTY(sqlite3_finalize)
EMPTY(sqlite3_free)
EMPTY(sqlite3_mprintf)

void *sqlite3_temp_directory;
