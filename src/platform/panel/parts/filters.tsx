import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys.ts'
import { Icon } from './icon.tsx'
import './filters.css'

/** Filters of one list, side by side; on a phone the row scrolls under the thumb. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="filters row shrinks scrolls-x" aria-label={label}>
      {children}
    </section>
  )
}

/**
 * A filter with a few values: dashed and named while it is off, full and with its value once it is on. The native list of the
 * device opens over it.
 * @param value of the option that is on, or empty.
 */
export function FilterChoice(props: {
  label: string
  value: string
  /** Text of the chip while it is on; the option's own text otherwise. */
  shows?: string
  options: readonly { value: string; name: string }[]
  onChange: (value: string) => void
}) {
  const { label, value, options, onChange } = props
  const shows = props.shows ?? options.find((option) => option.value === value)?.name ?? value
  return (
    <span className={`chip anchor fixed inline gap-0 round compact soft ${value === '' ? '' : 'chip-on'}`}>
      <span className="chip-face inline clip whole" aria-hidden="true">
        {value === '' ? (
          <>
            {label}
            <Icon name="next" />
          </>
        ) : (
          <strong>{shows}</strong>
        )}
      </span>
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{label}: todo</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      {value === '' ? null : (
        <button
          type="button"
          className="chip-off icon-s anchor centre soft"
          aria-label={`Quitar el filtro: ${label}`}
          title="Quitar"
          onClick={() => onChange('')}
        >
          <Icon name="cross" />
        </button>
      )}
    </span>
  )
}

/** Milliseconds after the last letter until the search. */
const PAUSE = 250

/**
 * A search field, which `/` leads to. It reports the text after a pause, or immediately with Enter; a change from outside (going back, taking
 * the filters off) shows in it.
 */
export function SearchField(props: {
  label: string
  placeholder: string
  value: string
  maxLength?: number
  onSearch: (text: string) => void
}) {
  const { value, onSearch } = props
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  if (value !== told) {
    setTold(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === told) return undefined
    const timer = setTimeout(() => {
      setTold(typed)
      onSearch(typed)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [typed, told, onSearch])
  return (
    <search className="search anchor block">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-label={props.label}
        placeholder={props.placeholder}
        maxLength={props.maxLength ?? 80}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') {
            setTold(typed)
            onSearch(typed)
          }
          if (key === 'Escape' && typed === '') currentTarget.blur()
        }}
      />
      <kbd>/</kbd>
    </search>
  )
}
