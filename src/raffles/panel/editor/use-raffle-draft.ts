import { useEffect, useState } from 'react'
import type { RaffleFields } from '../../contract.ts'
import type { PanelRaffle } from '../../panel-contract.ts'
import { changesOf, draftOf, type RaffleDraft, readDraft } from '../../raffle-draft.ts'
import { dropDraft, keepDraft, readKeptDraft } from './kept-draft.ts'

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
