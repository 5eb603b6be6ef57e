/** The round constants of SHA-256: the first bits of the fractions of the cube roots of the first 64 primes. */
const K = new Int32Array(64)
/** Its first state, of their square roots. */
const FIRST = new Int32Array(8)
for (let prime = 2, found = 0; found < 64; prime++) {
  let divisor = 2
  while (prime % divisor) divisor++
  if (divisor < prime) continue
  if (found < 8) FIRST[found] = (prime ** (1 / 2) % 1) * 2 ** 32
  K[found++] = (prime ** (1 / 3) % 1) * 2 ** 32
}

const words = new Int32Array(64)
const state = new Int32Array(8)

const at = (list: Int32Array, index: number) => list[index] as number

/** SHA-256 of a text of ASCII of at most 55 characters: one block. @returns the eight words, overwritten by the next call. */
function digest(text: string): Int32Array {
  words.fill(0)
  const put = (index: number, byte: number) => {
    words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index % 4) * 8))
  }
  for (let i = 0; i < text.length; i++) put(i, text.charCodeAt(i))
  put(text.length, 0x80)
  words[15] = text.length * 8
  for (let i = 16; i < 64; i++) {
    const x = at(words, i - 15)
    const y = at(words, i - 2)
    words[i] =
      at(words, i - 16) +
      at(words, i - 7) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = FIRST
  for (let i = 0; i < 64; i++) {
    const one =
      (h +
        (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
        ((e & f) ^ (~e & g)) +
        at(K, i) +
        at(words, i)) |
      0
    const two =
      ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
        ((a & b) ^ (a & c) ^ (b & c))) |
      0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state.set([a, b, c, d, e, f, g, h])
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + at(FIRST, i)
  return state
}

/**
 * The number from `from` to below `to` whose SHA-256, of `<sal>.<number>`, is `huella` in hexadecimal; -1 when there is none. In plain
 * JavaScript: a browser's own digest is asynchronous, slower for so short a text, and missing on pages without https.
 */
export function findNumber(sal: string, huella: string, from: number, to: number): number {
  const wanted = Int32Array.from({ length: 8 }, (_, i) => Number.parseInt(huella.slice(i * 8, i * 8 + 8), 16))
  for (let number = from; number < to; number++) {
    const found = digest(`${sal}.${number}`)
    let i = 0
    while (i < 8 && found[i] === wanted[i]) i++
    if (i === 8) return number
  }
  return -1
}
