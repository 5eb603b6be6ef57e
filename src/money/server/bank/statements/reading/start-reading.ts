import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { childFile, FROM_SOURCE, packageFolders } from '#platform/server/limited/limited-command.ts'
import { createLimitedWork } from '#platform/server/limited/limited-work.ts'
import type { WorkLimits } from '#platform/server/limited/limits.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import { type ReadHead, type ReadQuestion, type ReadRow, readHead, readRow } from './answer.ts'

const MEGABYTE = 1024 * 1024

/**
 * 100,000 rows of a workbook take 280 MB and four seconds of a processor. Each file has a child of its own, which the kernel ends after
 * twenty of them, however long a busy machine makes it wait. An import behind another's file waits some time too.
 */
export const READ_LIMITS: WorkLimits = {
  memory: 448 * MEGABYTE,
  addressSpace: 2_000 * MEGABYTE,
  heap: 288,
  start: 60_000,
  time: 60_000,
  processor: 20,
  output: 96 * MEGABYTE,
  files: 1,
  idle: 5_000,
  niceness: 0,
  waiting: 4,
  patience: 30_000,
}

const CHILD = childFile(import.meta.url, 'reading')
/** The built child contains all of its imports. */
const READS = FROM_SOURCE
  ? [fileURLToPath(new URL('../../../../../', import.meta.url)), ...packageFolders(CHILD, 'csv-parse')]
  : []

/** A statement that was read. Its rows are kept as they came, and are made on demand, some hundreds at a time. */
export interface ReadStatement {
  head: ReadHead
  /** @throws WorkFailure */
  parts(): Generator<ReadRow[]>
}

/** @throws WorkFailure: `ilegible` has the reason as a code of unreadable.ts. */
export type ReadFile = (question: ReadQuestion, bytes: Uint8Array) => Promise<ReadStatement>

/** Reads statements one after the other, in a child with limits that is there only while it is needed. */
export function createReader(limits: WorkLimits = READ_LIMITS): ReadFile & { pid(): number | undefined } {
  const work = createLimitedWork({ file: CHILD, reads: READS, node: [], given: {} }, limits)
  const read: ReadFile = async (question, bytes) => {
    const asked = Buffer.concat([Buffer.from(`${JSON.stringify(question)}\n`), bytes])
    const answer = await work.ask(1, asked)
    const end = answer.indexOf(10)
    return {
      head: believed(readHead, answer.subarray(0, end)),
      *parts() {
        for (let at = end + 1; at < answer.length; ) {
          const next = answer.indexOf(10, at)
          yield believed(z.array(readRow), answer.subarray(at, next))
          at = next + 1
        }
      },
    }
  }
  return Object.assign(read, { pid: () => work.pid })
}

/** A file may have corrupted the child: its answer is believed only as far as its shape. */
function believed<Schema extends z.ZodType>(schema: Schema, line: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString()))
  } catch {
    throw new WorkFailure('ilegible', 'EXTRACTO_ILEGIBLE')
  }
}

export const readFile = createReader()
