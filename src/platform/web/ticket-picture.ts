import { counted } from '../money.ts'
/** Contents of the ticket image. */
export interface TicketPicture {
  titulo: string
  /** Above the title: the day of the draw, or the purchase's code. */
  linea: string
  /** First name and initial. */
  nombre: string
  numeros: readonly string[]
  /** The shop's brand. */
  marca: { nombre: string; color: string; logo: { direccion: string; ancho: number; alto: number } | null }
  /** Address of the shop, next to the brand. */
  host: string
}

/** Pixels. Chats shrink pictures larger than 1,600: a hundred numbers stay mostly below it. */
const WIDTH = 1080
const MARGIN = 48
const PAD = 56
const GAP = 14
const BRAND = 100
const STUB = 150
const NOTCH = 26
const INNER = WIDTH - 2 * (MARGIN + PAD)

const INK = '#0e131d'
const PAPER = '#f5eddd'
const PAPER_INK = '#1a1f2b'
const PAPER_INK_2 = '#565347'
const PAPER_LINE = '#c9bda5'
const PAPER_CALM = '#16685a'
const DISPLAY = '"Roboto Condensed", "Avenir Next Condensed", Bahnschrift, sans-serif-condensed, sans-serif'
const TEXT = '-apple-system, "Segoe UI", Roboto, sans-serif'

/** How numbers are set: few are large, a hundred still read on a phone. */
function setting(count: number): { columns: number; height: number; size: number } {
  if (count <= 4) return { columns: 2, height: 132, size: 84 }
  if (count <= 12) return { columns: 3, height: 100, size: 60 }
  if (count <= 32) return { columns: 4, height: 88, size: 52 }
  return count <= 60 ? { columns: 6, height: 76, size: 44 } : { columns: 8, height: 70, size: 40 }
}

/**
 * The ticket as a picture to show to others: raffle, day, numbers, and the shop's address. Of the buyer only first name and initial, and nothing that
 * opens the purchase.
 * @throws when the browser draws no canvas.
 */
export async function drawTicket({ titulo, linea, nombre, numeros, marca, host }: TicketPicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const { columns, height } = setting(numeros.length)
  const titleFont = `700 68px ${DISPLAY}`
  pen.font = titleFont
  const title = wrap(pen, titulo, INNER, 3)
  const head = PAD + 44 + title.length * 76 + 56
  const grid = Math.ceil(numeros.length / columns) * (height + GAP) - GAP
  const paper = head + grid + PAD + STUB
  const top = MARGIN + BRAND
  canvas.width = WIDTH
  canvas.height = top + paper + MARGIN

  pen.fillStyle = INK
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const write = writer(pen)
  await drawBrand(pen, marca)
  write(host, WIDTH - MARGIN, MARGIN + 50, `400 32px ${TEXT}`, '#bdc4cf', 'right')

  const tear = top + paper - STUB
  drawPaper(pen, top, paper, tear)
  const left = MARGIN + PAD
  const right = WIDTH - left
  write(linea, left, top + PAD + 28, `400 34px ${TEXT}`, PAPER_INK_2)
  title.forEach((text, index) => {
    write(text, left, top + PAD + 44 + 76 * (index + 1), titleFont, PAPER_INK)
  })
  drawNumbers(pen, numeros, top + head)

  const count = counted(numeros.length, 'boleto')
  write(nombre, left, tear + 68, `700 38px ${TEXT}`, PAPER_INK)
  write(count, left, tear + 114, `400 32px ${TEXT}`, PAPER_INK_2)
  write('Confirmado', right, tear + 68, `700 38px ${TEXT}`, PAPER_CALM, 'right')
  write('pago verificado', right, tear + 114, `400 32px ${TEXT}`, PAPER_INK_2, 'right')
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

function writer(pen: CanvasRenderingContext2D) {
  return (text: string, x: number, y: number, font: string, color: string, align: CanvasTextAlign = 'left') => {
    pen.font = font
    pen.fillStyle = color
    pen.textAlign = align
    pen.fillText(text, x, y)
  }
}

/** The operator's logo, or the mark and the name. A logo that does not load is no reason to have no ticket. */
async function drawBrand(
  pen: CanvasRenderingContext2D,
  { logo, nombre, color }: TicketPicture['marca'],
): Promise<void> {
  if (logo) {
    const picture = new Image()
    picture.src = logo.direccion
    const loaded = await picture.decode().then(
      () => true,
      () => false,
    )
    if (loaded) {
      const height = Math.min(72, (logo.alto / logo.ancho) * 560)
      pen.drawImage(picture, MARGIN, MARGIN + (72 - height) / 2, (height * logo.ancho) / logo.alto, height)
      return
    }
  }
  pen.save()
  pen.translate(MARGIN - 6, MARGIN - 4)
  pen.scale(2.4, 2.4)
  pen.fillStyle = color
  pen.fill(new Path2D('M3 5h26v7a4 4 0 0 0 0 8v7H3v-7a4 4 0 0 0 0-8z'))
  pen.fillStyle = INK
  pen.fill(new Path2D('M10 11h12v3.5h-4.2V22h-3.6v-7.5H10z'))
  pen.restore()
  writer(pen)(nombre, MARGIN + 84, MARGIN + 50, `700 46px ${DISPLAY}`, PAPER)
}

/** Paper with a perforated line and a notch at each end of it. */
function drawPaper(pen: CanvasRenderingContext2D, top: number, height: number, tear: number): void {
  const right = WIDTH - MARGIN
  pen.fillStyle = PAPER
  pen.beginPath()
  pen.moveTo(MARGIN, top)
  pen.lineTo(right, top)
  pen.lineTo(right, tear - NOTCH)
  pen.arc(right, tear, NOTCH, -Math.PI / 2, Math.PI / 2, true)
  pen.lineTo(right, top + height)
  pen.lineTo(MARGIN, top + height)
  pen.lineTo(MARGIN, tear + NOTCH)
  pen.arc(MARGIN, tear, NOTCH, Math.PI / 2, -Math.PI / 2, true)
  pen.closePath()
  pen.fill()
  pen.strokeStyle = PAPER_LINE
  pen.lineWidth = 7
  pen.setLineDash([0, 16])
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(MARGIN + NOTCH + 16, tear)
  pen.lineTo(right - NOTCH - 16, tear)
  pen.stroke()
  pen.setLineDash([])
}

function drawNumbers(pen: CanvasRenderingContext2D, numbers: readonly string[], top: number): void {
  const { columns, height, size } = setting(numbers.length)
  const width = (INNER - GAP * (columns - 1)) / columns
  pen.font = `700 ${size}px ${DISPLAY}`
  // Raffles of a million have six digits.
  const widest = Math.max(...numbers.map((number) => pen.measureText(number).width))
  const fitted = Math.min(size, Math.floor((size * (width - 16)) / widest))
  const font = `700 ${fitted}px ${DISPLAY}`
  const write = writer(pen)
  pen.lineWidth = 2
  pen.strokeStyle = PAPER_LINE
  numbers.forEach((number, index) => {
    const x = MARGIN + PAD + (index % columns) * (width + GAP)
    const y = top + Math.floor(index / columns) * (height + GAP)
    pen.fillStyle = '#fffdf8'
    pen.fillRect(x, y, width, height)
    pen.strokeRect(x, y, width, height)
    write(number, x + width / 2, y + height / 2 + fitted * 0.36, font, PAPER_INK, 'center')
  })
}

/** Lines that fit the width; the last one ends in dots if there was more. */
function wrap(pen: CanvasRenderingContext2D, text: string, width: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || pen.measureText(longer).width <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  if (lines.length > most) lines.splice(most - 1, lines.length, `${lines[most - 1]}…`)
  return lines
}
