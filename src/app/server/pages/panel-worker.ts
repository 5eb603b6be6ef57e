import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TaggedBody, tagBody } from '#platform/server/http/etag.ts'
import { CLIENT, DIST } from '../build.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

/** The service worker of the panel, told which files its first screen is made of. Needs a fresh build. */
export async function readPanelWorker(): Promise<TaggedBody> {
  const [script, manifest, document] = await Promise.all([
    readFile(join(DIST, 'server/service-worker.js'), 'utf8'),
    readFile(join(CLIENT, '.vite/manifest-panel.json'), 'utf8'),
    readFile(join(CLIENT, 'panel.html')),
  ])
  const chunks = JSON.parse(manifest) as Record<string, Chunk>
  const files = new Set<string>()
  collect(chunks, 'src/app/panel/index.html', files)
  const version = createHash('sha256').update(document).update(script).digest('hex').slice(0, 16)
  const panel = { version, shell: [...files].map((file) => `/${file}`) }
  return tagBody(`const PANEL = ${JSON.stringify(panel)};\n${script}`, 'text/javascript; charset=utf-8')
}

function collect(chunks: Record<string, Chunk>, name: string, files: Set<string>): void {
  const chunk = chunks[name]
  if (!chunk || files.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const imported of chunk.imports ?? []) collect(chunks, imported, files)
}
