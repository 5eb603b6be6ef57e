/** Takes a core for some moments and leaves it for others, the same for the same seed, until its input ends, and no longer than two hours. */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'

const random = seededRandom(Number(process.argv[2]))
const end = Date.now() + 2 * 3_600_000
process.stdin.on('end', () => process.exit())
process.stdin.resume()
while (Date.now() < end) {
  for (const until = Date.now() + 50 + random.below(1_500); Date.now() < until; );
  await sleep(random.below(500))
}
