interface MailLink {
  texto: string
  enlace: string
}

export interface MailContent {
  /** Name of the operator's site. */
  sitio: string
  /** The operator's accent, `#ffa53d`; another form is ignored. */
  color?: string
  titulo: string
  parrafos: readonly string[]
  /** Numbers of tickets, drawn as tickets. */
  numeros?: readonly string[]
  /** Labels and values, such as `['Total', 'Bs. 1.234,50']`. */
  datos?: readonly (readonly [label: string, value: string])[]
  /** A link that does not begin with http is left out. */
  boton?: MailLink
  /** Another link, below the button: a mail has one thing to do, and perhaps one to look at. */
  otro?: MailLink
  pie: string
  /** Link to unsubscribe: a line below everything, and the header of which mail programs make a button (RFC 8058). */
  baja?: string
}

/** The same message as plain text and as a whole HTML document. Every text is plain: nothing of it is read as HTML. */
export function renderMail(content: MailContent): { texto: string; html: string } {
  const whole = withoutBroken(content)
  return { texto: renderText(whole), html: renderHtml(whole) }
}

/** The body of a mail: its text, and the content from which its page is rendered when it leaves. */
export interface MailBody {
  texto: string
  html: ''
  contenido: MailContent
}

/** A mail with that content. Its page is five times as large, and nobody reads it before it leaves. */
export function composeMail(contenido: MailContent): MailBody {
  return { texto: renderText(withoutBroken(contenido)), html: '', contenido }
}

/** The page of a mail of the outbox, as a whole HTML document. */
export function pageOfMail({ html, contenido }: { html: string; contenido: string | null }): string {
  return contenido === null ? html : renderMail(JSON.parse(contenido) as MailContent).html
}

/** A link that is none is left out. */
function withoutBroken({ boton, otro, ...content }: MailContent): MailContent {
  return {
    ...content,
    ...(boton && isLink(boton.enlace) && { boton }),
    ...(otro && isLink(otro.enlace) && { otro }),
  }
}

function isLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function renderText({ boton, otro, ...content }: MailContent): string {
  const parts = [content.titulo, ...content.parrafos]
  if (content.numeros?.length) parts.push(wrap(content.numeros))
  if (content.datos?.length) parts.push(content.datos.map(([label, value]) => `${label}: ${value}`).join('\n'))
  for (const link of [boton, otro]) if (link) parts.push(`${link.texto}:\n${link.enlace}`)
  const end = content.baja ? `\n${NO_MORE}:\n${content.baja}\n` : ''
  return `${parts.join('\n\n')}\n\n-- \n${content.sitio}\n${content.pie}\n${end}`
}

const NO_MORE = 'No recibir más de estos correos'

/** Numbers in lines that a phone does not break. */
function wrap(numbers: readonly string[]): string {
  const lines: string[] = []
  for (let start = 0; start < numbers.length; start += 5) lines.push(numbers.slice(start, start + 5).join('  '))
  return lines.join('\n')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const DEFAULT_COLOR = '#ffa53d'

/** Black or white, whichever reads better on the colour (WCAG relative luminance). */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#14110c' : '#ffffff'
}

/** Inline styles and tables, which every mail program draws; the classes only answer to a dark theme. */
function renderHtml({ boton, otro, ...content }: MailContent): string {
  const color = content.color && /^#[0-9a-f]{6}$/i.test(content.color) ? content.color : DEFAULT_COLOR
  return `<!doctype html>
<html lang="es-VE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.titulo)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14161c !important }
  .card { background: #1e222b !important; border-color: ${color} #343a46 #343a46 !important }
  .ink { color: #f3efe6 !important }
  .soft { color: #b3b0a8 !important }
  .ticket { background: #14161c !important; border-color: #4a5160 !important; color: #f3efe6 !important }
  .line { border-color: #343a46 !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5efe3">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.parrafos[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5efe3">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="ink" style="${FONT};font-size:16px;font-weight:700;color:#1b1d24;padding:0 4px 12px">${escapeHtml(content.sitio)}</td></tr>
<tr><td class="card" style="background:#fffdf8;border:1px solid #e2d9c6;border-top:4px solid ${color};border-radius:12px;padding:28px 24px">
<h1 class="ink" style="${FONT};font-size:24px;line-height:1.25;overflow-wrap:anywhere;color:#1b1d24;margin:0 0 16px">${escapeHtml(content.titulo)}</h1>
${content.parrafos.map(renderParagraph).join('\n')}
${renderNumbers(content.numeros ?? [])}
${renderFacts(content.datos ?? [])}
${boton ? renderButton(boton, color) : ''}
${otro ? renderLink(otro) : ''}
</td></tr>
<tr><td class="soft" style="${FONT};font-size:13px;line-height:1.5;color:#625d52;padding:16px 4px 0">${lines(content.pie)}${content.baja ? renderNoMore(content.baja) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function renderNoMore(link: string): string {
  return `<br><a class="soft" href="${escapeHtml(link)}" style="color:#625d52">${NO_MORE}</a>`
}

/** Line breaks of the text are kept. */
function lines(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>')
}

function renderParagraph(text: string): string {
  return `<p class="ink" style="${FONT};font-size:16px;line-height:1.55;overflow-wrap:anywhere;color:#1b1d24;margin:0 0 14px">${lines(text)}</p>`
}

function renderFacts(facts: readonly (readonly [string, string])[]): string {
  if (facts.length === 0) return ''
  const cell = `${FONT};font-size:15px;line-height:1.4;padding:9px 0;border-bottom:1px solid #ece4d3;vertical-align:top`
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="soft line" style="${cell};color:#625d52;padding-right:16px">${escapeHtml(label)}</td>` +
      `<td class="ink line" align="right" style="${cell};color:#1b1d24;font-weight:600;overflow-wrap:anywhere;word-break:break-word">${lines(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0 18px">${rows.join('')}</table>`
}

function renderNumbers(numbers: readonly string[]): string {
  if (numbers.length === 0) return ''
  const style =
    'display:inline-block;margin:0 8px 8px 0;padding:8px 14px;border:1px solid #d8cdb6;border-left:4px dotted #c9bb9c;border-radius:8px;' +
    "background:#fff;color:#1b1d24;font-family:'SFMono-Regular',Consolas,'Roboto Mono',monospace;font-size:18px;font-weight:700;letter-spacing:1px"
  return `<div style="margin:6px 0 10px">${numbers.map((number) => `<span class="ticket" style="${style}">${escapeHtml(number)}</span>`).join('\n')}</div>`
}

function renderLink({ texto, enlace }: MailLink): string {
  return `<p style="margin:14px 0 4px"><a class="ink" href="${escapeHtml(enlace)}" style="${FONT};display:inline-block;padding:12px 0;font-size:16px;font-weight:600;color:#1b1d24;text-decoration:underline">${escapeHtml(texto)}</a></p>`
}

function renderButton(button: MailLink, color: string): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:10px 0 4px"><tr><td style="border-radius:10px;background:${color}">` +
    `<a href="${escapeHtml(button.enlace)}" style="${FONT};display:inline-block;padding:14px 22px;font-size:16px;font-weight:700;color:${inkOn(color)};text-decoration:none">${escapeHtml(button.texto)}</a>` +
    '</td></tr></table>'
  )
}
