import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { HOSTILE_PDFS, type Maker, SLOW_PDFS } from './hostile-pdfs.ts'
import { hostilePictures } from './hostile-pictures.ts'
import { onePagePdf } from './write-pdf.ts'

/** A file that a stranger might send as the proof of a payment. */
export interface HostileFile {
  /** `pdf · forms in forms`, to say which one it was. */
  kind: string
  name: string
  /** Type claimed by the client. */
  type: string
  bytes: Buffer
}

/** How often each family comes, of 20. */
const SHARES = ['pdf', 'png', 'jpeg', 'other'] as const
const TIMES = { pdf: 5, png: 6, jpeg: 6, other: 3 }
const TYPES = { pdf: 'application/pdf', png: 'image/png', jpeg: 'image/jpeg', other: 'image/png' }
const NAMES = [
  'pago',
  '../../etc/passwd',
  'pago\r\nSet-Cookie: robado=1\r\n\r\n<script>',
  'a'.repeat(400),
  '‮fdp.exe',
  '"><img src=x>',
  '\0',
  'pago.html',
]

/**
 * Files that attack the program that opens them, the same for the same seed. Each kind in turn, and in between a small document
 * broken off at each of its bytes.
 * @param slow whether with those that take all the time there is
 */
export async function* hostileFiles(seed: number, count: number, slow = true): AsyncGenerator<HostileFile> {
  const random = seededRandom(seed)
  const makers: Record<(typeof SHARES)[number], [string, Maker][]> = {
    pdf: Object.entries(HOSTILE_PDFS).filter(([kind]) => slow || !SLOW_PDFS.has(kind)),
    ...mapped(await hostilePictures()),
  }
  const order = SHARES.flatMap((family) => Array.from({ length: TIMES[family] }, () => family))
  const turns = { pdf: 0, png: 0, jpeg: 0, other: 0 }
  const whole = onePagePdf()
  for (let made = 0; made < count; made++) {
    const family = order[made % order.length] ?? 'pdf'
    const list = makers[family]
    const turn = turns[family]++
    const [kind, make] = list[turn % list.length] ?? []
    if (!kind || !make) continue
    const place = Math.floor(turn / list.length)
    // Each byte of a small document in turn, where the others break off by chance.
    const bytes = family === 'pdf' && kind === 'broken off' ? whole.subarray(0, place % whole.length) : make(random)
    const name = `${NAMES[random.below(NAMES.length)]}.${family === 'other' ? 'png' : family}`
    yield { kind: `${family} · ${kind}`, name, type: TYPES[family], bytes }
  }
}

function mapped(pictures: Record<'png' | 'jpeg' | 'other', Record<string, Maker>>) {
  return {
    png: Object.entries(pictures.png),
    jpeg: Object.entries(pictures.jpeg),
    other: Object.entries(pictures.other),
  }
}
