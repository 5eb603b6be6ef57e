import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WalFlush } from './wal-flush.ts'

let folder: string
let wal: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tombola-wal-'))
  wal = join(folder, 'log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @param text what its own process writes into the log. */
function begin(text: string | Buffer = 'as it is', place = folder): WalFlush {
  const flush = new WalFlush(place, join(folder, 'database'), wal)
  writeFileSync(wal, text)
  return flush
}

test('a flush that began before a commit does not serve it; one that has not begun serves all', async () => {
  const flush = begin()
  expect(flush.durable()).toBe(null)
  flush.afterCommit()
  const first = flush.durable()
  // It begins in a turn of its own, for all of this one.
  expect(flush.durable()).toBe(first)
  await Promise.resolve()
  await Promise.resolve()
  const running = flush.durable()
  flush.afterCommit()
  const second = flush.durable()
  expect(second).not.toBe(running)
  flush.afterCommit()
  expect(flush.durable()).toBe(second)
  const order: string[] = []
  await Promise.all([first?.then(() => order.push('first')), second?.then(() => order.push('second'))])
  expect(order).toEqual(['first', 'second'])
  expect(flush.durable()).toBe(null)
  await flush.close()
})

test('after one that failed nothing is durable, whatever comes later, until all was written again and flushed', async () => {
  const flush = begin()
  // A log that cannot be opened stands for a disk that cannot be written.
  renameSync(wal, `${wal}-away`)
  flush.afterCommit()
  const failed = flush.durable()
  flush.afterCommit()
  const behind = flush.durable()
  await expect(failed).rejects.toThrow(/ENOENT/)
  await expect(behind).rejects.toThrow(/ENOENT/)
  expect(flush.inDoubt).toBe(true)
  await expect(flush.makeCertain()).rejects.toThrow(/ENOENT/)

  renameSync(`${wal}-away`, wal)
  flush.afterCommit()
  await expect(flush.durable()).rejects.toThrow(/ENOENT/)
  let again = 0
  const { writeAgain } = flush
  flush.writeAgain = () => {
    again++
    return writeAgain.call(flush)
  }
  await flush.makeCertain()
  await flush.makeCertain()
  expect(again).toBe(1)
  expect(flush.inDoubt).toBe(false)
  expect(flush.durable()).toBe(null)
  expect(readFileSync(wal, 'utf8')).toBe('as it is')
  await flush.close()
})

test('a log that another process left is in doubt: its flush may have failed, and nobody would say so again', async () => {
  await begin().close()
  const flush = new WalFlush(folder, join(folder, 'database'), wal)
  expect(flush.inDoubt).toBe(true)
  flush.afterCommit()
  await expect(flush.durable()).rejects.toThrow()
  const { writeAgain } = flush
  let again = 0
  flush.writeAgain = () => {
    again++
    return writeAgain.call(flush)
  }
  await flush.makeCertain()
  expect([again, flush.inDoubt]).toEqual([1, false])
  // Flushed with what is written behind it, and nothing is told before.
  const flushed = flush.durable()
  expect(flushed).not.toBe(null)
  await flushed
  expect(flush.durable()).toBe(null)
  await flush.close()
})

test('a log of any length is written again as it is', async () => {
  const text = Buffer.alloc(2_500_000, 'abcdefg')
  const flush = begin(text)
  await flush.writeAgain()
  expect(readFileSync(wal).equals(text)).toBe(true)
  await flush.close()
  expect(readdirSync(folder)).toEqual(['log'])
})

test('a database whose flush is not believed puts all in doubt', async () => {
  writeFileSync(join(folder, 'database'), Buffer.alloc(20_000))
  const flush = begin('as it is', join(folder, 'gone'))
  await expect(flush.believe()).rejects.toThrow(/ENOENT/)
  expect(flush.inDoubt).toBe(true)
  await expect(flush.makeCertain()).rejects.toThrow(/ENOENT/)
  mkdirSync(join(folder, 'gone'))
  await flush.makeCertain()
  expect(flush.inDoubt).toBe(false)
  await flush.close()
})
