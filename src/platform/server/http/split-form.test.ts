import { Busboy } from '@fastify/busboy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED, soak } from '../testing/soak.ts'
import { FORM_LIMITS } from './form-places.ts'
import { boundaryOf, splitForm } from './split-form.ts'

/** Content of a form: fields and files in their order, as text and as bytes. */
type Read = { type: 'field' | 'file'; name: string; filename: string | null; value: string }[]

/** As read while it arrives; null if the parser objects to it. */
function readStreamed(body: Buffer, boundary: string): Promise<Read | null> {
  return new Promise((resolve) => {
    const parts: Read = []
    const files: Promise<void>[] = []
    const parser = new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      limits: { ...FORM_LIMITS },
    })
    const refuse = () => resolve(null)
    parser.on('field', (name, value, _nameCut, cut) => {
      if (cut) refuse()
      parts.push({ type: 'field', name, filename: null, value })
    })
    parser.on('file', (name, file, filename) => {
      const part = { type: 'file' as const, name: String(name), filename, value: '' }
      parts.push(part)
      file.on('limit', refuse).on('error', refuse)
      const keep = (chunks: Buffer[]) => {
        part.value = Buffer.concat(chunks).toString('latin1')
      }
      files.push(Array.fromAsync(file).then(keep))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit', 'error'] as const) parser.on(limit, refuse)
    parser.on('finish', () => void Promise.all(files).then(() => resolve(parts), refuse))
    parser.end(body)
  })
}

function readWhole(body: Buffer, boundary: string): Read | null {
  return (
    splitForm(body, boundary)?.map((part) =>
      part.type === 'field'
        ? { type: part.type, name: part.fieldname, filename: null, value: part.value }
        : {
            type: part.type,
            name: part.fieldname,
            filename: part.filename,
            value: Buffer.concat(part.file).toString('latin1'),
          },
    ) ?? null
  )
}

/** Short ones, so that contents often look like them. */
const BOUNDARIES = ['x', '-', '--', 'ab', '----WebKitFormBoundaryAb3', 'a'.repeat(70)]
const boundaries = fc.constantFrom(...BOUNDARIES)
const names = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    'a',
    '__proto__',
    'toString',
    'n'.repeat(100),
    'n'.repeat(101),
    'a\0b',
    '..',
    'a/b',
    'c:\\d.jpg',
    'a"b',
  ),
)
const contents = (boundary: string) =>
  fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .array(fc.constantFrom('\r\n', '--', boundary, '\r', '\n', '-', 'ñ', '\ufeff', '\0', 'a', '--\r\n'), {
        maxLength: 8,
      })
      .map((pieces) => Buffer.from(pieces.join(''))),
    fc.constantFrom(19_999, 20_000, 20_001).map((length) => Buffer.alloc(length, 'z')),
  )

/** As browsers write it: quotes and ends of lines in names are percent signs. */
function written(name: string): string {
  return name.replace(/["\r\n]/g, (char) => encodeURIComponent(char))
}

/** A right form, except for its names and contents. */
const forms = boundaries.chain((boundary) =>
  fc
    .array(fc.record({ name: names, content: contents(boundary), file: fc.option(names, { freq: 4 }) }), {
      maxLength: 5,
    })
    .map((parts) => ({
      boundary,
      body: Buffer.concat([
        ...parts.flatMap(({ name, content, file }) => [
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${written(name)}"`),
          Buffer.from(file === null ? '' : `; filename="${written(file)}"\r\nContent-Type: image/jpeg`),
          Buffer.from('\r\n\r\n'),
          content,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    })),
)

/** The same with a run of bytes gone, doubled or others. */
const damaged = fc
  .tuple(
    forms,
    fc.nat(),
    fc.nat(12),
    fc.oneof(fc.constant(''), fc.constantFrom('\r\n', '--', '"', '; ', '\\', '\0', 'é')),
  )
  .map(([{ boundary, body }, at, length, instead]) => {
    const from = at % (body.length + 1)
    return {
      boundary,
      body: Buffer.concat([body.subarray(0, from), Buffer.from(instead), body.subarray(from + length)]),
    }
  })

/** Pieces of forms in any order. */
const soup = boundaries.chain((boundary) =>
  fc
    .array(
      fc.constantFrom(
        `--${boundary}`,
        `\r\n--${boundary}`,
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`,
        `\r\n--${boundary}\r\nCONTENT-DISPOSITION: Form-Data; NAME="b"; FileName="c"\r\nCONTENT-TYPE: text/html\r\n\r\n`,
        `\r\n--${boundary}--`,
        '\r\n',
        '\r\n\r\n',
        '--',
        'content-disposition: form-data; name="a"',
        '; filename="b.jpg"',
        '; filename=b',
        "; filename*=utf-8''b",
        'content-type: application/octet-stream',
        'content-type: application/json',
        'content-transfer-encoding: base64',
        ' ',
        ':',
        'x',
      ),
      { maxLength: 12, size: 'max' },
    )
    .map((pieces) => `\r\nContent-Disposition: form-data; name="a"${pieces.join('')}\r\n--${boundary}--`)
    .map((text) => ({ boundary, body: Buffer.from(`--${boundary}${text}`) })),
)

test.each([
  ['as it should be', forms],
  ['damaged', damaged],
  ['of pieces', soup],
])(`a form %s is cut as the parser of streams cuts it, or not at all (seed ${SEED})`, async (_, arbitrary) => {
  let cut = 0
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ boundary, body }) => {
      const whole = readWhole(body, boundary)
      if (whole === null) return
      cut++
      expect(whole).toEqual(await readStreamed(body, boundary))
    }),
    { seed: SEED, numRuns: soak(2_000, 100_000) },
  )
  expect(cut).toBeGreaterThan(20)
})

test('a form that ends early, breaks a limit or brings a null character is left to the parser of streams', async () => {
  const field = (name: string, value = 'a') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = (bytes: string, name = 'a.jpg') =>
    `--x\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n${bytes}\r\n`
  const cut = (text: string) => readWhole(Buffer.from(text), 'x')
  const whole = `${field('a')}${file('b')}--x--\r\n`
  for (let length = 0; length < whole.length - 2; length++) expect(cut(whole.slice(0, length)), `${length}`).toBeNull()
  for (const [right, wrong] of [
    [field('a').repeat(FORM_LIMITS.fields), field('a').repeat(FORM_LIMITS.fields + 1)],
    [file('b'), file('b').repeat(2)],
    [field('n'.repeat(FORM_LIMITS.fieldNameSize)), field('n'.repeat(FORM_LIMITS.fieldNameSize + 1))],
    [field('a', 'z'.repeat(FORM_LIMITS.fieldSize)), field('a', 'z'.repeat(FORM_LIMITS.fieldSize + 1))],
    [field('a'), field('a\0')],
    [field('a'), field('a', '\0')],
    [file('b'), file('b', 'a\0.jpg')],
    [file('\0'), field('constructor')],
    [file('b', 'ñ.jpg'), file('b', '../ñ.jpg')],
  ] as const) {
    expect(cut(`${right}--x--`), right.slice(0, 100)).not.toBeNull()
    expect(cut(`${wrong}--x--`), wrong.slice(0, 100)).toBeNull()
  }
  expect(cut(`${field('a')}--x--\r\nepílogo`)).toBeNull()
  expect(cut(`preámbulo\r\n${field('a')}--x--`)).toBeNull()
  expect(cut('--x--')).toBeNull()
})

test('a boundary is read where browsers and programs write it', () => {
  expect(boundaryOf('multipart/form-data; boundary=----WebKitFormBoundary7MA4')).toBe('----WebKitFormBoundary7MA4')
  expect(boundaryOf('Multipart/Form-Data;boundary=0b3a-9_c')).toBe('0b3a-9_c')
  for (const other of [
    undefined,
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="a b"',
    "multipart/form-data; boundary*=utf-8''a",
    'multipart/form-data; boundary=a; boundary=b',
    `multipart/form-data; boundary=${'a'.repeat(71)}`,
    'multipart/mixed; boundary=a',
    'application/json',
  ]) {
    expect(boundaryOf(other), other).toBeNull()
  }
})
