// What the client and the resident engine say to each other, over one loopback connection for each event.
//
// engine  <hello>                                    one secret of the door; whoever does not know it is told nothing more
// client  <key> <pid> <words> <variables> <blocks> <bytes> NUL   with the other secret
//         <cwd> NUL <limits> NUL                     limits are empty where /proc knows them
//         every word, variable and block of the event, each with NUL behind it
// engine  +                                          after each block but the last, so that no side ever writes into a full connection
//         A or C                                     it answers; or `dispatch` has to
//         S                                          hooks run now that must not be run twice
//         O <bytes>, E <bytes>                       output, and the bytes
//         D <code>                                   answered; background hooks are waited for
//         X <code>                                   the end
//         .                                          now and then: it is still there
// client  TERM, INT or HUP                           the signal that it got

/** Fits into the buffers of a connection that nobody reads. */
export const BLOCK_BYTES = 32_768;
/** A larger event is answered by `dispatch`, where starting Node is the least of it. */
export const MOST_BLOCKS = 128;
export const MOST_ENV_BYTES = 60_000;
/** The words of a command line, the working directory and the limits. */
export const MOST_OTHER_BYTES = 65_536;
/** So many callers in a row who got no answer in time mean that the engine hangs. */
export const MOST_MISSED = 8;
/** An engine that says nothing for so long is lost; it says something every `SIGN_MS`. */
export const SILENCE_SECONDS = 20;
export const SIGN_MS = 2000;
/** How long a stranger may take to say who it is. */
export const WELCOME_MS = 2000;
/** An engine that nobody asks ends. */
export const IDLE_MS = 10 * 60_000;
