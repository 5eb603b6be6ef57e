import { useEffect, useState } from 'react'
import { dropKept, keep, readKept } from '#platform/panel/kept.ts'
import { type SiteSettings, siteSettings } from '../contract.ts'

const WHERE = 'localStorage'
const NAME = 'panel-sitio'

/** What differs from what is saved. */
function changesOf(saved: SiteSettings, draft: SiteSettings): Partial<SiteSettings> {
  return only(draft, (name) => !same(draft[name], saved[name]))
}

/** What was typed and not saved before a reload, with what its owner saw of it; nothing that is as he wanted it by now. */
function readKeptChanges(now: SiteSettings): { seen: Partial<SiteSettings>; changes: Partial<SiteSettings> } {
  const kept = readKept(WHERE, NAME) as { seen?: unknown; changes?: unknown } | null
  const read = (part: unknown) => (siteSettings.partial().safeParse(part).data ?? {}) as Partial<SiteSettings>
  const seen = read(kept?.seen)
  const typed = read(kept?.changes)
  const changes = only(typed, (name) => name in seen && !same(typed[name], now[name]))
  return { changes, seen: only(seen, (name) => name in changes) }
}

/** The settings as they are typed over those that were seen: a reload, or a session that ends, loses nothing. */
export function useSiteDraft(site: SiteSettings) {
  const [kept] = useState(() => readKeptChanges(site))
  const [saved, setSaved] = useState<SiteSettings>({ ...site, ...kept.seen })
  const [draft, setDraft] = useState<SiteSettings>({ ...site, ...kept.changes })
  const [restored, setRestored] = useState(Object.keys(kept.changes).length > 0)
  const changes = changesOf(saved, draft)
  const dirty = Object.keys(changes).length > 0

  useEffect(() => {
    const left = changesOf(saved, draft)
    if (Object.keys(left).length === 0) dropKept(WHERE, NAME)
    else keep(WHERE, NAME, { seen: only(saved, (name) => name in left), changes: left })
  }, [saved, draft])

  return {
    saved,
    draft,
    changes,
    restored: restored && dirty,
    change: (part: Partial<SiteSettings>) => setDraft((before) => ({ ...before, ...part })),
    /** Starts over from those settings, with what one keeps of his own. */
    begin(settings: SiteSettings, own: Partial<SiteSettings> = {}) {
      setSaved(settings)
      setDraft({ ...settings, ...own })
      setRestored(false)
    },
  }
}

function only(settings: Partial<SiteSettings>, wanted: (name: keyof SiteSettings) => boolean): Partial<SiteSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => wanted(name as keyof SiteSettings)))
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
