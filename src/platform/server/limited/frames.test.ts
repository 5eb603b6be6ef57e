import { expect, test } from 'vitest'
import { frame, readFrames } from './frames.ts'

function reader(limit: number) {
  const seen: string[] = []
  const read = readFrames(
    limit,
    (kind, body) => void seen.push(`${kind} ${body.toString()}`),
    () => void seen.push('too long'),
  )
  return { read, seen }
}

const bytes = (kind: number, text: string) => Buffer.concat(frame(kind, Buffer.from(text)))

test('frames are read from pieces of any size, and several from one', () => {
  const { read, seen } = reader(10)
  const all = Buffer.concat([bytes(1, 'uno'), bytes(2, ''), bytes(3, '1234567890')])
  for (const byte of all) read(Buffer.from([byte]))
  read(all)
  expect(seen).toEqual(['1 uno', '2 ', '3 1234567890', '1 uno', '2 ', '3 1234567890'])
})

test('one that says it is longer than it may be is told immediately, by its head, and nothing behind it is read', () => {
  const { read, seen } = reader(10)
  const long = bytes(1, '12345678901')
  read(long.subarray(0, 5))
  expect(seen).toEqual(['too long'])
  read(long.subarray(5))
  read(bytes(2, 'dos'))
  expect(seen).toEqual(['too long'])
})
