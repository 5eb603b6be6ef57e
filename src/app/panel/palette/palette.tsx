import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { leave } from '#platform/panel/form/leave-guard.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon, IconButton, type IconName } from '#platform/panel/parts/icon.tsx'
import { foldWords, SEARCH_LENGTH } from '#purchases/search-text.ts'
import type { Place } from '../find-screen.tsx'
import './palette.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readFailure } from '#platform/panel/api.ts'
import { purchasesPath, purchasesQuery } from '#purchases/panel/purchases-query.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'

/** Letters from which purchases are searched: fewer fit half of them. */
const LEAST = 3
/** Milliseconds after the last letter. */
const PAUSE = 250
const SHOWN = 8

const KEYS = { path: 'teclas', icon: 'keyboard', name: 'Teclas', words: 'atajos ayuda teclado' } as const

/** One field that goes to a screen, starts something, or finds a purchase by whatever one knows of it. */
export function Palette(props: { places: readonly Place[]; onKeys: () => void; onClose: () => void }) {
  const { places, onKeys, onClose } = props
  const id = useId()
  const [, go] = useLocation()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState(0)
  const found = useFoundPurchases(typed)
  const options = [...findCommands(typed, places), ...found.options]
  const at = Math.min(picked, options.length - 1)

  function pick(index: number) {
    const option = options[index]
    if (!option) return
    if (option.to === 'teclas') return onKeys()
    onClose()
    leave(() => go(option.to))
  }

  return (
    <Dialog label="Buscar" className="dialog palette" onClose={onClose}>
      <div className="palette-field line-below row gap-3">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Buscar compra o lugar"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(at >= 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Cédula, referencia, teléfono, código, nombre o lugar"
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setPicked(0)
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0) setPicked((at + step + options.length) % Math.max(1, options.length))
            else if (event.key === 'Enter') pick(at)
            else return
            event.preventDefault()
          }}
        />
        <IconButton icon="cross" label="Cerrar" onClick={onClose} />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Resultados" className="palette-list">
        {options.map((option, index) => (
          <PaletteOption
            key={option.to}
            id={`${id}-${index}`}
            option={option}
            active={index === at}
            onPick={() => pick(index)}
          />
        ))}
      </div>
      <p className="palette-says-so compact soft" role="status">
        {found.says}
      </p>
    </Dialog>
  )
}

/** Places and deeds whose words begin with every typed word; all of them while nothing is typed. */
export function findCommands(typed: string, places: readonly Place[]): FoundOption[] {
  const wanted = foldWords(typed)
  if (wanted.length === 0 && typed.trim() !== '') return []
  return [...places, KEYS]
    .filter(({ name, words }) => {
      const own = foldWords(name).concat(words.split(' ').flatMap(foldWords))
      return wanted.every((word) => own.some((mine) => mine.startsWith(word)))
    })
    .map(({ path, icon, name }) => ({ to: path, icon, name, says: '' }))
}

/** Purchases that fit what is typed, and what to say while there are none. */
function useFoundPurchases(typed: string): { options: FoundOption[]; says: string } {
  const wanted = typed.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted.length < LEAST ? '' : wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  const search = useInfiniteQuery({
    ...purchasesQuery({ buscar: asked }),
    enabled: asked !== '',
    refetchInterval: false,
  })
  if (wanted.length < LEAST) return { options: [], says: wanted === '' ? '' : 'Escribe una letra o cifra más.' }
  if (asked !== wanted || search.isPending) return { options: [], says: 'Buscando compras…' }
  if (search.isError)
    return { options: [], says: `${readFailure(search.error).title}. Escribe de nuevo para reintentar.` }
  const all = search.data.pages.flatMap((page) => page.compras)
  if (all.length === 0) return { options: [], says: 'Ninguna compra coincide.' }
  const options: FoundOption[] = all.slice(0, SHOWN).map((line) => ({
    to: `/compras/${line.id}`,
    icon: 'receipt',
    name: line.nombre,
    says: `${line.codigo} · ${line.rifa_titulo} · ${STATE_NAMES[line.estado]}`,
  }))
  if (all.length > SHOWN) {
    options.push({ to: purchasesPath({ buscar: wanted }), icon: 'search', name: 'Ver todas', says: 'En Compras' })
  }
  return { options, says: all.length === 1 ? '1 compra' : `${Math.min(all.length, SHOWN)} compras` }
}

/** A line of the palette. */
interface FoundOption {
  /** Address in the panel, or `teclas`. */
  to: string
  icon: IconName
  name: string
  /** What tells it from its likes; may be empty. */
  says: string
}

function PaletteOption(props: { id: string; option: FoundOption; active: boolean; onPick: () => void }) {
  const { id, option, active, onPick } = props
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="palette-option lit"
      onClick={onPick}
    >
      <Icon name={option.icon} />
      <span>{option.name}</span>
      {option.says === '' ? null : <span className="palette-more compact faint">{option.says}</span>}
    </div>
  )
}
