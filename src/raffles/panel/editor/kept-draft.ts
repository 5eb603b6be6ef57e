import { type RaffleFields, raffleFields } from '../../contract.ts'
import { draftOf, type RaffleDraft } from '../../raffle-draft.ts'

/** What was typed and not saved, with what it began from: a reload, or a phone that closes the page, loses nothing. */
export interface KeptDraft {
  version: number
  base: RaffleFields
  draft: RaffleDraft
}

function keyOf(raffleId: number): string {
  return `panel-rifa:${raffleId}`
}

export function keepDraft(raffleId: number, kept: KeptDraft): void {
  try {
    localStorage.setItem(keyOf(raffleId), JSON.stringify(kept))
  } catch {
    // Without storage what was typed lasts as long as the page, which asks before it goes.
  }
}

export function dropDraft(raffleId: number): void {
  try {
    localStorage.removeItem(keyOf(raffleId))
  } catch {
    // It was never kept.
  }
}

/** What this browser keeps for the raffle, or null when that is nothing, or of another version of the form. */
export function readKeptDraft(raffleId: number): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(raffleId)) ?? 'null') as KeptDraft | null
    const base = raffleFields.safeParse(kept?.base).data
    if (!kept || !base || !Number.isSafeInteger(kept.version)) return null
    const like = Object.entries(draftOf(base))
    const draft = Object.fromEntries(like.map(([name, value]) => [name, keptValue(kept.draft, name, value)]))
    return { version: kept.version, base, draft: draft as unknown as RaffleDraft }
  } catch {
    return null
  }
}

function keptValue(draft: unknown, name: string, like: unknown): unknown {
  const value = (draft as Record<string, unknown> | undefined)?.[name]
  return typeof value === typeof like ? value : like
}
