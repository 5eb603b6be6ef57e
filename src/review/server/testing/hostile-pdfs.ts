import { deflateSync } from 'node:zlib'
import type { Randomness } from '#platform/server/random.ts'
import { nestedFormsPdf, onePage, onePagePdf, pdfStream, writePdf } from './write-pdf.ts'

/** Makes one file of its kind. */
export type Maker = (random: Randomness) => Buffer

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]'
const SCRIPT = '<script>parent.ran=1;fetch("http://127.0.0.1:9/ran")</script>'

function pageWith(drawing: string, resources: string, ...more: (string | Buffer)[]): Buffer {
  return writePdf([...onePage(drawing, `/Resources<<${resources}>>`), ...more])
}

/** A document of one page with more entries in its catalogue. */
function catalogueWith(entries: string, page = ''): Buffer {
  const [, pages = '', ...rest] = onePage('0 0 99 99 re f', page)
  return writePdf([`<</Type/Catalog/Pages 2 0 R${entries}>>`, pages, ...rest])
}

/** An image in a page, with `entries` in its dictionary. */
function image(bytes: Buffer, entries: string, ...more: (string | Buffer)[]): Buffer {
  const stream = pdfStream(bytes, `/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceRGB${entries}`)
  return pageWith('595 0 0 842 0 0 cm /I Do', '/XObject<</I 5 0 R>>', stream, ...more)
}

const zeros = (kilobytes: number) => Buffer.alloc(kilobytes * 1024)

/** PDFs that want to be harmful, each in a way that one of them has been before. */
export const HOSTILE_PDFS: Record<string, Maker> = {
  'forms in forms': (random) => nestedFormsPdf(1 + random.below(12), 2 + random.below(10)),
  'forms in a circle': () =>
    pageWith('/F Do', '/XObject<</F 5 0 R>>', pdfStream('/F Do', `${FORM}/Resources<</XObject<</F 5 0 R>>>>`)),
  'table that points at itself': () => {
    const text = onePagePdf().toString('latin1')
    const at = text.lastIndexOf('xref\n0')
    return Buffer.from(text.replace('/Root', `/Prev ${at}/Root`), 'latin1')
  },
  'table that lies': (random) =>
    Buffer.from(
      onePagePdf()
        .toString('latin1')
        .replace(/\d{10}/g, () => String(random.below(9e8)).padStart(10, '0')),
      'latin1',
    ),
  'pages in a circle': () =>
    writePdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>']),
  'page of kilometres': (random) =>
    writePdf(onePage('0 0 9 9 re f', '', `0 0 ${10 ** random.below(12)} ${10 ** random.below(12)}`)),
  'page of nothing': (random) =>
    writePdf(
      onePage(
        '0 0 9 9 re f',
        '',
        ['0 0 0 0', '9 9 -9 -9', '0 0 nan 1e99', '-2147483648 0 2147483647 1'][random.below(4)],
      ),
    ),
  'JBIG2 of noise': (random) =>
    image(
      random.bytes(200),
      '/Width 9999/Height 9999/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 6 0 R>>',
      pdfStream(random.bytes(90)),
    ),
  'JPEG 2000 of noise': (random) =>
    image(
      Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), random.bytes(300)]),
      '/Width 900/Height 900/Filter/JPXDecode',
    ),
  'fax of noise': (random) => image(random.bytes(400), faxOf(100 * 5 ** random.below(5))),
  'image of gigapixels': (random) =>
    image(deflateSync(zeros(64)), `/Width ${30_000 + random.below(35_000)}/Height 65000/Filter/FlateDecode`),
  'deflated bomb': (random) =>
    writePdf(
      [...onePage('q', ''), '', '', ''].map((object, index) =>
        index === 3 ? pdfStream(deflateSync(zeros(1024 * (1 + random.below(40)))), '/Filter/FlateDecode') : object,
      ),
    ),
  'bomb in a bomb': () =>
    writePdf(
      onePage('q').map((object, index) =>
        index === 3 ? pdfStream(deflateSync(deflateSync(zeros(40_000))), '/Filter[/FlateDecode/FlateDecode]') : object,
      ),
    ),
  'filters without an end': () =>
    writePdf(
      onePage('q').map((object, index) =>
        index === 3 ? pdfStream('<~~>', `/Filter[${'/ASCII85Decode'.repeat(2_000)}]`) : object,
      ),
    ),
  'object stream': (random) => {
    const inner = `7 0 8 3 ${'<<>>'.repeat(20)}`
    return pageWith(
      'q',
      '',
      pdfStream(
        deflateSync(Buffer.from(inner)),
        `/Type/ObjStm/N ${random.below(1e6)}/First 8/Extends 5 0 R/Filter/FlateDecode`,
      ),
    )
  },
  encrypted: (random) =>
    writePdf(
      [
        ...onePage('0 0 9 9 re f'),
        `<</Filter/Standard/V ${1 + random.below(5)}/R ${2 + random.below(5)}/Length 128/P -44/O<${random.bytes(32).toString('hex')}>/U<${random.bytes(32).toString('hex')}>>>`,
      ],
      `/Encrypt 5 0 R/ID[<${random.bytes(16).toString('hex')}><00>]`,
    ),
  JavaScript: () =>
    catalogueWith('/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);this.submitForm\\("http://127.0.0.1:9/ran"\\))>>'),
  'starts a program': () => catalogueWith('/OpenAction<</S/Launch/F(/bin/sh)/Win<</F(cmd.exe)>>>>'),
  'opens an address': () =>
    catalogueWith(
      '/OpenAction<</S/URI/URI(http://127.0.0.1:9/ran)>>',
      '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/A<</S/URI/URI(javascript:alert(1))>>>>]',
    ),
  'asks another file': () =>
    catalogueWith(
      '/AcroForm<</XFA(http://127.0.0.1:9/xfa)/Fields[]>>/OpenAction<</S/GoToR/F<</FS/URL/F(http://127.0.0.1:9/other.pdf)>>/D[0/Fit]>>',
    ),
  'pattern of dust': (random) =>
    pageWith(
      '/Pattern cs /P scn 0 0 595 842 re f',
      '/Pattern<</P 5 0 R>>',
      pdfStream(
        '0 0 1 1 re f',
        `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep ${DUST[random.below(4)]}/YStep 1/Resources<<>>`,
      ),
    ),
  'shading by program': (random) =>
    pageWith(
      '/S sh',
      '/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 595 0 842]/Function 5 0 R>>>>',
      pdfStream(
        `{ ${'sin exch cos add '.repeat(1 + random.below(300))} }`,
        '/FunctionType 4/Domain[0 595 0 842]/Range[0 1]',
      ),
    ),
  'arrays in arrays': (random) => catalogueWith(`/X ${'['.repeat(1 + random.below(60_000))}`),
  'font that draws itself': () =>
    pageWith(
      'BT /T 9 Tf (aaaa) Tj ET',
      '/Font<</T 5 0 R>>',
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>/Resources<</Font<</T 5 0 R>>>>>>',
      pdfStream('9 0 d0 BT /T 9 Tf (aaaa) Tj ET'),
    ),
  'font of noise': (random) =>
    pageWith(
      'BT /T 40 Tf 9 400 Td (Pago) Tj ET',
      '/Font<</T<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor<</Type/FontDescriptor/FontFile2 5 0 R>>>>>>',
      pdfStream(Buffer.concat([Buffer.from('0001000000100100', 'hex'), random.bytes(2_000)])),
    ),
  'page and page of a browser': () =>
    Buffer.concat([Buffer.from(`<!doctype html>${SCRIPT}<!--`), onePagePdf(), Buffer.from('-->')]),
  'document with a page after it': () => Buffer.concat([onePagePdf(), Buffer.from(`<html><body>${SCRIPT}`)]),
  'bytes changed': (random) => changed(onePagePdf(), random),
  'forms, bytes changed': (random) => changed(nestedFormsPdf(2, 2), random),
  'broken off': (random) => broken(onePagePdf(), random),
}

const DUST = ['1', '.1', '.01', '.001']
const faxOf = (side: number) =>
  `/Width ${side}/Height ${side}/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${side}>>`

/** Those that cost time and not memory, and can take all that there is: the short form leaves them out. */
export const SLOW_PDFS: ReadonlySet<string> = new Set(['fax of noise', 'pattern of dust', 'shading by program'])

/** The same file with a few bytes of noise in it. */
export function changed(bytes: Buffer, random: Randomness): Buffer {
  const other = Buffer.from(bytes)
  for (let times = 1 + random.below(12); times > 0; times--) other[random.below(other.length)] = random.below(256)
  return other
}

export function broken(bytes: Buffer, random: Randomness): Buffer {
  return bytes.subarray(0, random.below(bytes.length))
}
