/** Checks the direction of imports between rooms: `node checks/rooms.ts`. Prints each import that may not be. */
import { join } from 'node:path'
import { findRoomProblems } from './room-problems.ts'

const problems = findRoomProblems(join(import.meta.dirname, '..', 'src'))
for (const problem of problems) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
