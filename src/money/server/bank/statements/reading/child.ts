/**
 * The process of a limited child (platform/server/limited): it reads statements that anybody may have made, and has nothing
 * else. Its question is a line of JSON and the bytes of the file; it answers a line about the file, and lines of rows.
 */
import { answerFrames } from '#platform/server/limited/answer-frames.ts'
import { inParts } from '../../in-parts.ts'
import type { ReadQuestion } from './answer.ts'
import { readStatement } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

const LARGEST = 17 * 1024 * 1024

answerFrames(
  LARGEST,
  async (_kind, bytes) => {
    const end = bytes.indexOf(10)
    const question = JSON.parse(bytes.toString('utf8', 0, end)) as ReadQuestion
    const { head, filas, deshechas } = await readStatement(bytes.subarray(end + 1), question)
    return Buffer.concat(
      [head, ...inParts([...filas, ...deshechas])].map((line) => Buffer.from(`${JSON.stringify(line)}\n`)),
    )
  },
  (error) => (error instanceof UnreadableFile ? error.problem : 'EXTRACTO_ILEGIBLE'),
)
