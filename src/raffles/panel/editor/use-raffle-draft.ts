import { useEffect, useState } from 'react'
import { type RaffleFields, raffleFields } from '../../contract.ts'
import type { PanelRaffle } from '../../panel-contract.ts'
import { changesOf, draftOf, type RaffleDraft, readDraft } from '../../raffle-draft.ts'

/**
 * What an owner is typing over what he saw. Somebody else's save is taken over while nothing was typed; with something
 * typed it is told (`moved`), and he decides.
 */
export function useRaffleDraft(raffle: PanelRaffle, canEdit: boolean) {
  const [kept] = useState(() => (canEdit ? readKeptDraft(raffle.id) : null))
  const [base, setBase] = useState({ version: kept?.version ?? raffle.version, campos: kept?.base ?? raffle.campos })
  const [draft, setDraft] = useState<RaffleDraft>(() => kept?.draft ?? draftOf(base.campos))
  const [restored, setRestored] = useState(kept !== null)
  const untouched = draftOf(base.campos)
  const typed = (Object.keys(draft) as (keyof RaffleDraft)[]).filter((field) => draft[field] !== untouched[field])
  const dirty = typed.length > 0
  const moved = raffle.version !== base.version

  if (moved && !dirty) begin(raffle)

  useEffect(() => {
    if (dirty) keepDraft(raffle.id, { version: base.version, base: base.campos, draft })
    else dropDraft(raffle.id)
  }, [raffle.id, base, draft, dirty])

  /** Starts over from what is saved. */
  function begin(saved: { version: number; campos: RaffleFields }): void {
    setBase({ version: saved.version, campos: saved.campos })
    setDraft(draftOf(saved.campos))
    setRestored(false)
  }

  return {
    base,
    draft,
    dirty,
    moved: moved && dirty,
    restored: restored && dirty,
    changes: changesOf(base.campos, draft),
    ...readDraft(draft),
    change: (part: Partial<RaffleDraft>) => setDraft((before) => ({ ...before, ...part })),
    begin,
    /** What was typed goes on, over what somebody else saved. */
    rebase: () => {
      const own = Object.fromEntries(typed.map((field) => [field, draft[field]]))
      setBase({ version: raffle.version, campos: raffle.campos })
      setDraft({ ...draftOf(raffle.campos), ...own })
    },
  }
}

export type RaffleEditing = ReturnType<typeof useRaffleDraft>

/** What was typed and not saved, with what it began from: a reload, or a phone that closes the page, loses nothing. */
interface KeptDraft {
  version: number
  base: RaffleFields
  draft: RaffleDraft
}

function keyOf(raffleId: number): string {
  return `panel-rifa:${raffleId}`
}

function keepDraft(raffleId: number, kept: KeptDraft): void {
  try {
    localStorage.setItem(keyOf(raffleId), JSON.stringify(kept))
  } catch {
    // Without storage what was typed lasts as long as the page, which asks before it goes.
  }
}

function dropDraft(raffleId: number): void {
  try {
    localStorage.removeItem(keyOf(raffleId))
  } catch {
    // It was never kept.
  }
}

/** What this browser keeps for the raffle, or null when that is nothing, or of another version of the form. */
function readKeptDraft(raffleId: number): KeptDraft | null {
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
