import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newFolder } from '#platform/server/testing/new-folder.ts'

/** Sources for the test of a check. @param files texts by their paths from `src` on. @returns that `src`. */
export function writeTree(files: Record<string, string>): string {
  const src = join(newFolder(), 'src')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  return src
}
