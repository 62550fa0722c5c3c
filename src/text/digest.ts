// SHA-256 in hexadecimal (FIPS 180-4). Node's own takes some milliseconds to load, which a process that answers one event does not
// have: the little that it digests is done before Node's own would be there. Whoever digests more gets that, which is faster then.

/** How much is digested here in a process, in bytes or UTF-16 units; even an empty text takes a block. */
let left = 8192;
const BLOCK = 64;

/** What was digested here: an event needs the digests of a few paths again and again. */
const known = new Map<string, string>();

export function sha256(content: string | Uint8Array): string {
  const before = typeof content === 'string' ? known.get(content) : undefined;
  if (before !== undefined) return before;
  if (content.length > left)
    return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
  left -= Math.max(BLOCK, content.length);
  const digest = ownSha256(content);
  if (typeof content === 'string') known.set(content, digest);
  return digest;
}

/** From the square roots of the first eight primes the first 32 bits behind the point. */
// biome-ignore format: eight in a row, as the standard prints them
const START = Int32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);
/** The same from the cube roots of the first 64. */
// biome-ignore format: eight in a row, as the standard prints them
const ROUNDS = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** The same without Node's. */
export function ownSha256(text: string | Uint8Array): string {
  const content = typeof text === 'string' ? Buffer.from(text) : text;
  const { length } = content;
  // Behind the content a one, zeros, and its length in bits, up to a whole block.
  const padded = new Uint8Array(((length + 72) >>> 6) << 6);
  padded.set(content);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, length * 8);
  const state = START.slice();
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let word = 0; word < 16; word += 1) words[word] = view.getInt32(at + word * 4);
    mix(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** One block, written for a process that runs it a few times and never compiles it: a sum that is cut at once seldom needs memory. An index beyond the tables does not happen; `?? 0` is for the type checker. */
function mix(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const near = words[at - 2] ?? 0;
    const far = words[at - 15] ?? 0;
    const one = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
    const other = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
    const sum = (one + (words[at - 7] ?? 0)) | 0;
    words[at] = (((sum + other) | 0) + (words[at - 16] ?? 0)) | 0;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let at = 0; at < 64; at += 1) {
    const sum = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const known = ((ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const next = (((((h + sum) | 0) + ((e & f) ^ (~e & g))) | 0) + known) | 0;
    const top = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + next) | 0;
    d = c;
    c = b;
    b = a;
    a = (((next + top) | 0) + ((b & c) ^ (b & d) ^ (c & d))) | 0;
  }
  add(state, 0, a);
  add(state, 1, b);
  add(state, 2, c);
  add(state, 3, d);
  add(state, 4, e);
  add(state, 5, f);
  add(state, 6, g);
  add(state, 7, h);
}

function add(state: Int32Array, at: number, end: number): void {
  state[at] = (state[at] ?? 0) + end;
}
