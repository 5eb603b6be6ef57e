import sharp, { type Sharp } from 'sharp'

/** Texts in a capture of a bank's app. */
export interface Written {
  clock: string
  amount: string
  date: string
  reference: string
  account: string
}

/** Digits by chance, the same for the same turn. */
export function writtenBy(turn: number): Written {
  let state = (turn + 1) * 2_654_435_761
  const digits = (count: number) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % 1_000 > 0 ? Math.floor((state / 2 ** 32) * 10) : 0
    }).join('')
  return {
    clock: `1${digits(1)}:${digits(2)}`,
    amount: ['3.357,12', '6.714,24', '16.785,60'][turn % 3] ?? '',
    date: `26/11/2026 0${digits(1)}:${digits(2)}`,
    reference: digits(12),
    account: `****${digits(4)}`,
  }
}

/** A capture of a bank's app with its rows, as a phone saves it. */
export function bankCapture(written: Written, dark = false): Promise<Buffer> {
  const [ground, ink] = dark ? ['#12171d', '#e8e8e8'] : ['#fff', '#222']
  const rows = [
    ['Fecha', written.date],
    ['Referencia', written.reference],
    ['Banco', '0134 Banesco'],
    ['Teléfono', '0412-5550001'],
    ['Cédula', 'V-12.345.678'],
    ['Concepto', 'Rifa moto'],
    ['Desde la cuenta', written.account],
  ].map(
    ([name, value], turn) =>
      `<text x="48" y="${620 + 80 * turn}" font-size="28" fill="#777">${name}</text>
      <text x="672" y="${620 + 80 * turn}" text-anchor="end" font-size="30" fill="${ink}">${value}</text>`,
  )
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1480" font-family="sans-serif">
    <rect width="720" height="1480" fill="${ground}"/><rect width="720" height="174" fill="#0a7d4b"/>
    <text x="24" y="32" font-size="26" fill="#fff">${written.clock}</text>
    <text x="40" y="125" font-size="42" fill="#fff">Banco Ejemplo</text><circle cx="360" cy="290" r="66" fill="#0a7d4b"/>
    <text x="360" y="420" text-anchor="middle" font-size="36" fill="${ink}">Operación exitosa</text>
    <text x="360" y="510" text-anchor="middle" font-size="60" fill="${ink}">Bs. ${written.amount}</text>${rows.join('')}
    <rect x="48" y="1250" width="624" height="90" rx="18" fill="#0a7d4b"/>
    <text x="360" y="1306" text-anchor="middle" font-size="34" fill="#fff">Compartir</text></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

/** A capture with few lines of text, one below the other, the first of them in the status bar. */
function shortCapture(lines: number, font: string) {
  return ({ clock, amount, reference, date, account }: Written, dark = false): Promise<Buffer> => {
    const [ground, ink] = dark ? ['#12171d', '#e8e8e8'] : ['#f4f4f8', '#222']
    const middle = [
      'Pago enviado',
      `Bs ${amount}`,
      `Ref. ${reference}`,
      date,
      `Para ${account} · Banesco`,
      'Concepto: rifa moto',
      'Compartir',
    ].slice(0, lines - 1)
    const texts = middle.map(
      (text, turn) => `<text x="360" y="${360 + 90 * turn}" text-anchor="middle" font-size="34">${text}</text>`,
    )
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1480" font-family="${font}" fill="${ink}">
      <rect width="720" height="1480" fill="${ground}"/><text x="40" y="42" font-size="24">${clock}</text>
      <circle cx="360" cy="200" r="80" fill="#2b6"/>${texts.join('')}</svg>`
    return sharp(Buffer.from(drawing)).png().toBuffer()
  }
}

/** Captures of several apps; the first has many lines. */
export const LAYOUTS: Record<string, (written: Written, dark?: boolean) => Promise<Buffer>> = {
  'with rows': bankCapture,
  'of four lines': shortCapture(4, 'sans-serif'),
  'of five lines, serif': shortCapture(5, 'serif'),
  'of five lines, monospaced': shortCapture(5, 'monospace'),
  'of six lines': shortCapture(6, 'sans-serif'),
  'of seven lines, monospaced': shortCapture(7, 'monospace'),
  'of eight lines, serif': shortCapture(8, 'serif'),
}

const saved = (picture: Sharp, quality = 80) => picture.jpeg({ quality }).toBuffer()
const black = { create: { width: 720, height: 60, channels: 3 as const, background: '#000' } }

/** Edits that make a capture pass for another. */
export const EDITS: Record<string, (capture: Buffer) => Promise<Buffer>> = {
  recompressed: (capture) => saved(sharp(capture), 60),
  smaller: (capture) => saved(sharp(capture).resize(480)),
  cut: (capture) => saved(sharp(capture).extract({ left: 36, top: 74, width: 648, height: 1_332 })),
  'cut at its side': (capture) => saved(sharp(capture).extract({ left: 36, top: 0, width: 684, height: 1_480 })),
  'cut at its top': (capture) => saved(sharp(capture).extract({ left: 0, top: 74, width: 720, height: 1_406 })),
  'without its status bar': (capture) => saved(sharp(capture).composite([{ input: black, top: 0, left: 0 }])),
  framed: (capture) => saved(sharp(capture).extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#c33' })),
  mirrored: (capture) => saved(sharp(capture).flop()),
  inverted: (capture) => saved(sharp(capture).negate({ alpha: false })),
  'turned to the right': (capture) => saved(sharp(capture).rotate(2, { background: '#fff' })),
  'turned to the left': (capture) => saved(sharp(capture).rotate(-2, { background: '#000' })),
  'turned by a quarter': (capture) => saved(sharp(capture).rotate(90)),
  'upside down': (capture) => saved(sharp(capture).rotate(180)),
  'turned by three quarters': (capture) => saved(sharp(capture).rotate(270)),
}
