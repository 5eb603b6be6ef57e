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
const at = (list: Int32Array, index: number) => list[index] as number

/** Makes the words those of a text of ASCII of at most 55 characters: one block. */
function put(text: string): void {
  words.fill(0)
  words[15] = text.length * 8
  for (let i = 0; i <= text.length; i++) add(i, i < text.length ? text.charCodeAt(i) : 0x80)
}

function add(index: number, byte: number): void {
  words[index >> 2] = at(words, index >> 2) + (byte << (24 - (index % 4) * 8))
}

/** Counts the number at the end of that many characters up by one; it has another digit left of it when it begins with a 9. */
function countUp(length: number): void {
  let i = length - 1
  for (; ((at(words, i >> 2) >> (24 - (i % 4) * 8)) & 15) === 9; i--) add(i, -9)
  add(i, 1)
}

/** Whether the SHA-256 of the block begins with those words, from which its first state has been taken away. */
function isFound(wanted: Int32Array): boolean {
  for (let i = 16; i < 64; i++) {
    const x = at(words, i - 15)
    const y = at(words, i - 2)
    words[i] =
      at(words, i - 16) +
      at(words, i - 7) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))
  }
  // One by one: taken apart as a list they cost a quarter of the time.
  let a = at(FIRST, 0)
  let b = at(FIRST, 1)
  let c = at(FIRST, 2)
  let d = at(FIRST, 3)
  let e = at(FIRST, 4)
  let f = at(FIRST, 5)
  let g = at(FIRST, 6)
  let h = at(FIRST, 7)
  for (let i = 0; i < 64; i++) {
    const one =
      (h +
        (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
        (g ^ (e & (f ^ g))) +
        at(K, i) +
        at(words, i)) |
      0
    const two =
      ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (c & (a ^ b)))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return a === wanted[0] && b === wanted[1] && c === wanted[2] && d === wanted[3]
}

/**
 * The number from `from` to below `to` whose SHA-256, of `<sal>.<number>`, is `huella` in hexadecimal; -1 when there is none. In plain
 * JavaScript: a browser's own digest is asynchronous, slower for so short a text, and missing on pages without https. The text is
 * written once and counted up where it stands; half of the digest, which no two numbers share, is compared.
 */
export function findNumber(sal: string, huella: string, from: number, to: number): number {
  const wanted = Int32Array.from(
    { length: 4 },
    (_, i) => Number.parseInt(huella.slice(i * 8, i * 8 + 8), 16) - at(FIRST, i),
  )
  let length = 0
  let more = 0
  for (let number = from; number < to; number++) {
    // A digit more begins at a power of ten.
    if (number >= more) {
      const text = `${sal}.${number}`
      put(text)
      length = text.length
      more = 10 ** `${number}`.length
    } else countUp(length)
    if (isFound(wanted)) return number
  }
  return -1
}
