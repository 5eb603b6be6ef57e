import type { Place } from '../place/place.ts'
import { isCopyName, isOurs, listCopies, MANIFEST, readSums, SHARED, SUMS } from './manifest.ts'

/**
 * Drops old copies, unfinished ones, and the shared files that no copy names. Killed at any moment it leaves the others whole: a copy ends
 * as soon as its manifest is gone, and its shared files go after it. Files without a name of ours are never touched.
 * @param keep number of copies that stay; null: all. @param made never dropped, whatever its place among them.
 */
export async function prune(place: Place, keep: number | null, made: string | null): Promise<void> {
  const copies = await listCopies(place)
  const stay = new Set(keep === null ? copies : copies.slice(-keep))
  if (made !== null) stay.add(made)
  const needed = new Set<string>()
  let certain = true
  for (const copy of stay) {
    const sums = await readSums(place, copy)
    if (sums === null) certain = false
    for (const key of sums?.keys() ?? []) needed.add(key)
  }
  for (const copy of copies.filter((name) => !stay.has(name))) {
    for (const suffix of ['', '.age']) await place.remove(`${copy}/${MANIFEST}${suffix}`)
  }
  const gone: string[] = []
  for await (const { key } of place.list('respaldo-')) {
    const [copy = '', name = ''] = key.split('/')
    // One that was killed may have had the name of one that stays, and was perhaps not sealed.
    const left = certain && !needed.has(key) && name !== SUMS && !name.startsWith(MANIFEST)
    if (isCopyName(copy) && (left || !stay.has(copy))) gone.push(key)
  }
  // A copy whose list is unreadable may need any of them.
  if (certain) for await (const { key } of place.list(SHARED)) if (!needed.has(key)) gone.push(key)
  for (const key of gone.filter(isOurs)) await place.remove(key)
}
