import { formatDrawDay, parseDay } from '#platform/clock.ts'
import type { OwnPurchase } from '#purchases/contract.ts'
import type { SiteSettings } from '#site/contract.ts'

const WIDTH = 1080
const MARGIN = 48
const PAD = 56
const CELL_HEIGHT = 96
const GAP = 16
const STUB = 150
const NOTCH = 26

const INK = '#0e131d'
const PAPER = '#f5eddd'
const PAPER_INK = '#1a1f2b'
const PAPER_INK_2 = '#565347'
const PAPER_LINE = '#c9bda5'
const DISPLAY = '"Roboto Condensed", "Avenir Next Condensed", Bahnschrift, sans-serif-condensed, sans-serif'
const TEXT = '-apple-system, "Segoe UI", Roboto, sans-serif'

/**
 * The ticket as a picture to show to others: raffle, day, numbers, and where it is from. Nothing of the buyer but his first name and
 * initial, and nothing that opens his purchase.
 * @throws when the browser draws no canvas.
 */
export async function drawTicket(purchase: OwnPurchase, site: SiteSettings, host: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const inner = WIDTH - 2 * (MARGIN + PAD)
  const { numeros } = purchase
  const columns = numeros.length <= 4 ? 2 : numeros.length <= 12 ? 3 : numeros.length <= 40 ? 4 : 5
  const rows = Math.ceil(numeros.length / columns)
  pen.font = `700 68px ${DISPLAY}`
  const title = wrap(pen, purchase.titulo, inner, 3)
  const headHeight = PAD + 44 + 28 + title.length * 76 + 24
  const gridHeight = rows * (CELL_HEIGHT + GAP) - GAP
  const paper = headHeight + gridHeight + PAD + STUB
  canvas.width = WIDTH
  canvas.height = MARGIN + 84 + paper + MARGIN

  pen.fillStyle = INK
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textBaseline = 'alphabetic'
  pen.fillStyle = site.color
  pen.font = `700 44px ${DISPLAY}`
  pen.fillText(site.nombre, MARGIN, MARGIN + 40)
  pen.fillStyle = '#bdc4cf'
  pen.font = `400 32px ${TEXT}`
  pen.textAlign = 'right'
  pen.fillText(host, WIDTH - MARGIN, MARGIN + 40)
  pen.textAlign = 'left'

  const top = MARGIN + 84
  const tear = top + paper - STUB
  drawPaper(pen, top, paper, tear)
  const left = MARGIN + PAD
  let y = top + PAD + 32
  pen.fillStyle = PAPER_INK_2
  pen.font = `600 34px ${TEXT}`
  const day = parseDay(purchase.fecha_sorteo)
  pen.fillText(day ? `Sorteo: ${formatDrawDay(day)}` : 'Sorteo: al completar la venta', left, y)
  y += 28
  pen.fillStyle = PAPER_INK
  pen.font = `700 68px ${DISPLAY}`
  for (const line of title) {
    y += 76
    pen.fillText(line, left, y)
  }
  drawNumbers(pen, numeros, { left, top: top + headHeight, width: inner, columns })

  pen.fillStyle = PAPER_INK
  pen.font = `700 38px ${TEXT}`
  pen.fillText(purchase.nombre, left, tear + 66)
  pen.fillStyle = PAPER_INK_2
  pen.font = `400 32px ${TEXT}`
  pen.fillText(
    `${numeros.length} ${numeros.length === 1 ? 'boleto confirmado' : 'boletos confirmados'}`,
    left,
    tear + 112,
  )
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
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
  pen.lineWidth = 4
  pen.setLineDash([4, 14])
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(MARGIN + NOTCH + 16, tear)
  pen.lineTo(right - NOTCH - 16, tear)
  pen.stroke()
  pen.setLineDash([])
}

function drawNumbers(
  pen: CanvasRenderingContext2D,
  numbers: readonly string[],
  grid: { left: number; top: number; width: number; columns: number },
): void {
  const cell = (grid.width - GAP * (grid.columns - 1)) / grid.columns
  pen.font = `700 ${grid.columns === 5 ? 44 : 56}px ${DISPLAY}`
  pen.textAlign = 'center'
  numbers.forEach((number, index) => {
    const x = grid.left + (index % grid.columns) * (cell + GAP)
    const y = grid.top + Math.floor(index / grid.columns) * (CELL_HEIGHT + GAP)
    pen.fillStyle = '#fffdf8'
    pen.fillRect(x, y, cell, CELL_HEIGHT)
    pen.strokeStyle = PAPER_LINE
    pen.lineWidth = 2
    pen.strokeRect(x, y, cell, CELL_HEIGHT)
    pen.fillStyle = PAPER_INK
    pen.fillText(number, x + cell / 2, y + CELL_HEIGHT / 2 + 20)
  })
  pen.textAlign = 'left'
}

/** Lines that fit the width; the last one says by its dots that there was more. */
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
