/** Checks the direction of imports between rooms: `node checks/rooms.ts`. Prints each import that may not be. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import {
  APP_SIDES,
  OUTSIDE,
  PACKAGES_NOT_FOR_THE_SHOP,
  PACKAGES_OF_BOTH,
  ROOMS,
  type Room,
  SIDES,
} from './room-table.ts'

interface Place {
  room: Room
  side: string
}

interface Import {
  from: string
  line: number
  /** Gone when the types are. */
  typeOnly: boolean
}

/** Every import below `src` that the table does not allow, as `file:line reason`. */
export function findRoomProblems(src: string): string[] {
  const problems: string[] = []
  for (const entry of readdirSync(src, { withFileTypes: true })) {
    if (!ROOMS.some((room) => room === entry.name))
      problems.push(`src/${entry.name}: not a room of checks/room-table.ts`)
  }
  for (const room of ROOMS) {
    const folder = join(src, room)
    if (!existsSync(folder)) continue
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !(entry.name in sidesOf(room))) {
        problems.push(`src/${room}/${entry.name}: a room has ${Object.keys(sidesOf(room)).join(', ')}`)
      }
    }
    for (const file of sourceFiles(folder)) problems.push(...problemsOfFile(src, file))
  }
  return problems
}

function sidesOf(room: Room): Record<string, readonly string[]> {
  return room === 'app' ? APP_SIDES : SIDES
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function placeOf(src: string, path: string): Place | null {
  const [room, ...rest] = relative(src, path).split(sep)
  if (!ROOMS.some((known) => known === room)) return null
  return { room: room as Room, side: rest.length > 1 ? (rest[0] ?? 'root') : 'root' }
}

function problemsOfFile(src: string, file: string): string[] {
  const place = placeOf(src, file)
  if (!place || !(place.side in sidesOf(place.room))) return []
  const test = /\.test\.tsx?$/.test(file)
  const name = join('src', relative(src, file))
  return importsOf(file).flatMap((found) => {
    const reason = refusal(src, file, place, test, found)
    return reason === null ? [] : [`${name}:${found.line} ${reason}`]
  })
}

function refusal(src: string, file: string, place: Place, test: boolean, found: Import): string | null {
  const { from } = found
  if (from.startsWith('.') || from.startsWith('#')) {
    const path = from.startsWith('#') ? join(src, from.slice(1)) : join(dirname(file), from)
    const target = placeOf(src, path)
    if (!target) {
      const allowed = test || (place.side === 'server' && OUTSIDE.includes(relative(dirname(src), path)))
      return allowed ? null : `imports ${from}, which lies outside the rooms`
    }
    if (from.startsWith('.') && target.room !== place.room)
      return `reaches room ${target.room} by ${from}: write #${target.room}/…`
    if (from.startsWith('#') && target.room === place.room)
      return `reaches its own room by ${from}: write a relative path`
    // A test tries its room from outside, as the whole product serves it.
    if (!test && ROOMS.indexOf(target.room) > ROOMS.indexOf(place.room))
      return `room ${place.room} may not import ${target.room}, which stands above it`
    if (test) return null
    const allowed = sidesOf(place.room)[place.side] ?? []
    return allowed.includes(target.side) ? null : `${place.side} may not import ${target.side} (${from})`
  }
  if (found.typeOnly || test) return null
  if (isBuiltin(from)) {
    const server = place.side === 'server' || place.side === 'cli' || place.side === 'demo'
    return server ? null : `${place.side} runs in the browser too and may not import ${from}`
  }
  if (place.side === 'root' && !PACKAGES_OF_BOTH.includes(from)) return `a root file may not import the package ${from}`
  if (place.side === 'shop' && PACKAGES_NOT_FOR_THE_SHOP.includes(from)) return `the shop may not carry ${from}`
  return null
}

/** Static imports, re-exports and dynamic imports of a literal. */
function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const { module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  const found: Import[] = module.staticImports.map((statement) => ({
    from: statement.moduleRequest.value,
    line: lineOf(statement.start),
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
  }))
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) {
      if (entry.moduleRequest) {
        found.push({ from: entry.moduleRequest.value, line: lineOf(statement.start), typeOnly: entry.isType })
      }
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])(.*)\1$/.exec(text)?.[2]
    if (literal !== undefined) found.push({ from: literal, line: lineOf(moduleRequest.start), typeOnly: false })
  }
  return found
}

if (import.meta.main) {
  const problems = findRoomProblems(join(import.meta.dirname, '..', 'src'))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
