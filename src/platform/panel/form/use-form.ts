import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import type { z } from 'zod'
import { dropKept, type KeptIn, keep, readKept } from '../../web/kept.ts'
import { type Problems, problemsIn, useProblems } from './problems.ts'

interface Options<Base, Draft> {
  /** The saved values. */
  saved: Base
  /** Version of the saved values: another one means that somebody else saved. Left out if the server detects that itself. */
  version?: number | string
  /** The saved values, in the form's shape. */
  draftOf: (saved: Base) => Draft
  /** Initial values of the form, if they differ from the saved ones. */
  first?: Draft
  /** Problems of a draft, by the rules that the server has too. */
  check: (draft: Draft, saved: Base) => Problems
  /** Where this browser stores edits until they are saved, and how it reads them again; forms without it store nothing. */
  keep?: { name: string; where?: KeptIn; base: z.ZodType<Base>; draft?: z.ZodType<Draft> } | undefined
  /** Somebody types. */
  onChange?: () => void
  /** Whether a person who types would call two values of a field the same. */
  same?: (one: unknown, other: unknown) => boolean
}

interface State<Base, Draft> {
  saved: Base
  version: number | string
  /** Initial values of the form. */
  first: Draft
  draft: Draft
  restored: boolean
}

/** The names of fields whose value is text. */
type TextName<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft] & string

/**
 * A form over saved values: edits over the version that was seen. `keep` makes them survive a reload. The form shows when somebody else saved
 * meanwhile (docs/decisions/055-panel.md). While nothing was typed, it takes their version.
 */
export function useForm<Base, Draft extends object>(options: Options<Base, Draft>) {
  const { saved, version = 0, draftOf, keep: kept, same = sameJson } = options
  const [state, setState] = useState<State<Base, Draft>>(() => readState(options) ?? fresh(saved, options.first))
  const [tried, setTried] = useState(false)
  const problems = useProblems()
  const { draft } = state
  const untouched = draftOf(state.saved)
  const changed = differing(draft, untouched, same)
  const dirty = changed.length > 0
  const moved = version !== state.version

  function fresh(base: Base, first = draftOf(base), of = version): State<Base, Draft> {
    return { saved: base, version: of, first, draft: first, restored: false }
  }
  if (moved && !dirty) setState(fresh(saved))

  const where = kept?.where ?? 'localStorage'
  const name = kept?.name
  useEffect(() => {
    if (name === undefined) return
    if (dirty) keep(where, name, { version: state.version, base: state.saved, draft: state.draft })
    else dropKept(where, name)
  }, [where, name, dirty, state])

  function change(part: Partial<Draft>): void {
    setState((before) => ({ ...before, draft: { ...before.draft, ...part } }))
    problems.clear(part)
    options.onChange?.()
  }

  return {
    /** The version that was seen, below the edits. */
    saved: state.saved,
    version: state.version,
    draft,
    changed,
    dirty,
    /** Something was typed since the form was begun. */
    typed: differing(draft, state.first, same).length > 0,
    /** Somebody else saved while something was typed. */
    moved: moved && dirty,
    restored: state.restored && dirty,
    /** It was sent, or that was tried. */
    tried,
    problems: problems.shown as Readonly<Partial<Record<keyof Draft & string, string>>>,
    wrong: problems.wrong,
    change,
    /** Ties a text field to the form. */
    field: (field: TextName<Draft>) => ({
      name: field,
      value: draft[field] as string,
      problem: problems.shown[field],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        change({ [field]: target.value } as Partial<Draft>),
    }),
    /** Handles the form's submit: sends a right draft, and shows the problems of a wrong one. */
    submit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!dirty || moved) return
      setTried(true)
      if (problems.show(options.check(draft, state.saved), event.currentTarget)) send()
    },
    /** Shows the server's messages for the fields. */
    refused: (error: unknown) => void problems.show(problemsIn(error)),
    tell: problems.show,
    /** Starts over from the saved values. */
    begin(base: Base = saved, of: number | string = version): void {
      setState(fresh(base, draftOf(base), of))
      setTried(false)
      problems.show({})
    },
    /** Continues with the edits on top of the version that somebody else saved. */
    rebase(): void {
      setState({ ...fresh(saved), draft: { ...draftOf(saved), ...only(draft, changed) } })
    },
    /** Keeps the edits no longer; for callers that leave the form immediately. */
    forget: () => name !== undefined && dropKept(where, name),
  }
}

export type Form<Base, Draft extends object> = ReturnType<typeof useForm<Base, Draft>>

/** Unsaved edits from before a reload; null if there are none, if they are saved by now, or belong to another form. */
function readState<Base, Draft extends object>(options: Options<Base, Draft>): State<Base, Draft> | null {
  const { saved, version = 0, draftOf, first, keep: kept, same = sameJson } = options
  const found = kept && (readKept(kept.where ?? 'localStorage', kept.name) as Record<string, unknown> | null)
  if (!kept || !found || typeof found['version'] !== typeof version) return null
  const base = kept.base.safeParse(found['base'])
  if (!base.success) return null
  // Over nothing saved the form began with its first draft: untouched values there were typed by nobody.
  const seen = base.data === null && first ? first : draftOf(base.data)
  const typed = kept.draft ? kept.draft.safeParse(found['draft']).data : likeIt(seen, found['draft'])
  const now = saved === null && first ? first : draftOf(saved)
  if (!typed) return null
  const own = differing(typed, seen, same).filter((field) => !same(typed[field], now[field]))
  if (own.length === 0) return null
  const begun = { version: found['version'] as typeof version, restored: true }
  if (begun.version !== version) return { ...begun, saved: base.data, first: seen, draft: typed }
  // Nobody saved meanwhile, or the server checks field by field: fields without edits show their current values.
  const draft = { ...now, ...only(typed, own) }
  if (saved === null || base.data === null) return { ...begun, saved, first: now, draft }
  const over = { ...saved, ...only(base.data, own as string[] as (keyof Base)[]) }
  return { ...begun, saved: over, first: draftOf(over), draft }
}

/** Stored fields of the same kind as the form's. */
function likeIt<Draft extends object>(form: Draft, kept: unknown): Draft {
  const found = (typeof kept === 'object' ? kept : null) as Partial<Draft> | null
  const fields = Object.entries(form).map(([name, value]) => {
    const own: unknown = found?.[name as keyof Draft]
    return [name, typeof own === typeof value ? own : value]
  })
  return Object.fromEntries(fields) as Draft
}

function differing<Draft extends object>(one: Draft, other: Draft, same: (one: unknown, other: unknown) => boolean) {
  return (Object.keys(one) as (keyof Draft & string)[]).filter((name) => !same(one[name], other[name]))
}

function only<Draft>(draft: Draft, names: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(names.map((name) => [name, draft[name]])) as Partial<Draft>
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
