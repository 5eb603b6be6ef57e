/** A PDF of those objects, the first of which is its catalogue, with a table of where they are. */
export function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = parts[0]?.length ?? 0
  const places: string[] = []
  for (const [index, object] of objects.entries()) {
    places.push(`${String(length).padStart(10, '0')} 00000 n \n`)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj`), Buffer.from(object), Buffer.from('endobj\n')])
    parts.push(part)
    length += part.length
  }
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}${end}`))
  return Buffer.concat(parts)
}

/** @param entries of its dictionary besides the length */
export function pdfStream(content: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** The objects of a document of one page. @param page further entries of its dictionary; what it names comes from object 5 on */
export function onePage(drawing: string | Buffer, page = '', box = '0 0 595 842'): (string | Buffer)[] {
  return [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R${page}>>`,
    pdfStream(drawing),
  ]
}

/** A document of one page, A4. */
export function onePagePdf(): Buffer {
  return writePdf(onePage('1 0 0 rg 50 50 200 80 re f'))
}

/** 2.4 kB that draw one rectangle ten to the power of ten times. */
export function nestedFormsPdf(levels = 10, width = 10): Buffer {
  const objects = onePage('/F Do', '/Resources<</XObject<</F 5 0 R>>>>')
  for (let level = 0; level < levels; level++) {
    const inner = level === levels - 1 ? '' : `/Resources<</XObject<</F ${6 + level} 0 R>>>>`
    const drawing = inner ? '/F Do '.repeat(width) : '0 0 10 10 re f'
    objects.push(pdfStream(drawing, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${inner}`))
  }
  return writePdf(objects)
}
