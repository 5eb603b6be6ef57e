import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importsOf, sourceFiles } from './room-problems.ts'

/**
 * Files below `src` that import each other, by types too, as one list for each knot: to read one of them is to read them all.
 * A part that is loaded on demand (`import()`) may use its loader.
 * @returns the paths of each knot, from `src` on.
 */
export function findCycles(src: string): string[][] {
  const files = sourceFiles(src).filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  const edges = new Map(files.map((file) => [file, targetsOf(src, file)]))
  return knots(edges).map((knot) => knot.map((file) => relative(src, file)).sort())
}

function targetsOf(src: string, file: string): string[] {
  return importsOf(file)
    .filter(({ from, later }) => /^[.#]/.test(from) && !later)
    .map(({ from }) => (from.startsWith('#') ? join(src, from.slice(1)) : join(dirname(file), from)))
    .filter((target) => /\.tsx?$/.test(target) && existsSync(target))
}

/** Tarjan's strongly connected parts of more than one. */
function knots(edges: ReadonlyMap<string, string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const place = order.size
    order.set(file, place)
    lowest.set(file, place)
    open.push(file)
    for (const target of edges.get(file) ?? []) {
      const reached = order.has(target) ? (open.includes(target) ? (order.get(target) ?? place) : place) : visit(target)
      lowest.set(file, Math.min(lowest.get(file) ?? place, reached))
    }
    if (lowest.get(file) === place) {
      const knot = open.splice(open.indexOf(file))
      if (knot.length > 1) found.push(knot)
    }
    return lowest.get(file) ?? place
  }
  for (const file of edges.keys()) if (!order.has(file)) visit(file)
  return found
}
