import SECTIONS from 'virtual:manual'
import { type MouseEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useWide } from '#platform/panel/device.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { SearchField } from '#platform/panel/parts/filters.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { fold } from '#platform/plain-letters.ts'
import { foldWords } from '#purchases/search-text.ts'
import type { At } from '../screen.tsx'
import './help.css'

const TEXTS = SECTIONS.map(({ html }) =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').normalize().replace(/\s+/g, ' '),
)

/** Endings by which «rechazó» differs from «rechazar», behind a stem of four letters or more. */
const ENDING = /(?<=\w{4})(?:[aeiou]?(?:cion(?:es)?|ndo|d[oa]s?|r(?:l[aeo]s?)?|ste|n|s)|[aeiou])$/

/** The manual, a section at a time; on a wide screen beside its contents. */
export function HelpScreen({ which }: At) {
  const [query, setQuery] = useState('')
  const wide = useWide()
  const asked = SECTIONS.findIndex(({ slug }) => slug === which)
  const place = asked < 0 && wide ? 0 : asked
  return (
    <div className="page columns help">
      {wide || place < 0 ? (
        <nav className="help-contents stack from-top gap-3" aria-label="Contenido">
          <SearchField label="Buscar en la ayuda" placeholder="Buscar en la ayuda" value={query} onSearch={setQuery} />
          <Contents place={place} {...findSections(query)} />
        </nav>
      ) : null}
      {place < 0 ? null : <SectionPart place={place} wide={wide} />}
    </div>
  )
}

/** Sections that have every word, in any of its forms: titles first, then those with the words as typed. Small words count only alone. */
function findSections(query: string) {
  const words = foldWords(query)
  if (words.length === 0)
    return { shown: SECTIONS.flatMap((section, at) => (section.level < 4 ? { ...section, at } : [])) }
  const long = words.filter(({ length }) => length > 3)
  const stems = (long.length > 0 ? long : words).map((word) => new RegExp(`\\b${word.replace(ENDING, '')}\\w*`))
  const hasStems = (text: string) => stems.every((stem) => stem.test(text))
  const shown = SECTIONS.flatMap((section, at) => {
    const title = fold(section.title)
    const text = `${title} ${fold(TEXTS[at] ?? '')}`
    const typed = words.every((word) => new RegExp(`\\b${word}`).test(text))
    return hasStems(text) ? { ...section, at, rank: (hasStems(title) ? 2 : 0) + Number(typed) } : []
  })
  return { first: stems[0], shown: shown.sort((a, b) => b.rank - a.rank) }
}

/** All sections but the smallest; or, with where it was found, those that were found. */
function Contents({ place, first, shown }: { place: number } & ReturnType<typeof findSections>) {
  return (
    <>
      <p className="sr" role="status">
        {first ? `Secciones: ${shown.length}` : ''}
      </p>
      {shown.length === 0 ? <p className="soft">Nada de eso está en el manual. Prueba otra palabra.</p> : null}
      <ul>
        {shown.map(({ slug, level, title, at }) => (
          <li key={slug} className={first ? 'help-hit line-below' : `help-${level}`}>
            <Link
              href={`/ayuda/${slug}`}
              className="help-link control-high grid middle round pad-x-2 bare lit"
              {...(at === place ? { 'aria-current': 'page' } : {})}
            >
              {title}
              {first ? <Found text={TEXTS[at] ?? ''} word={first} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The place of a word in a text, or how the text begins. */
function Found({ text, word }: { text: string; word: RegExp }) {
  const { index = 0, 0: { length } = '' } = word.exec(fold(text)) ?? {}
  return (
    <span className="help-found small faint">
      {text.slice(0, index).replace(/^.*(?=(\s\S*){5}$)/, '…')}
      <mark>{text.slice(index, index + length)}</mark>
      {text.slice(index + length, index + 120).replace(/\s\S*$/, '…')}
    </span>
  )
}

function SectionPart({ place, wide }: { place: number; wide: boolean }) {
  const [, navigate] = useLocation()
  const [section, ...after] = SECTIONS.slice(place)
  if (!section) return null
  const { level, title, html } = section
  const end = after.findIndex((other) => other.level <= level)
  const inside = after
    .slice(0, end < 0 ? after.length : end)
    .filter((other) => other.level === level + 1 && !html.includes(`/${other.slug}"`))
  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a:not([target])')
    if (!link || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    navigate(link.pathname.replace('/panel', ''))
  }
  return (
    <article className="stack from-top gap-4">
      {wide ? <h2 className="title">{title}</h2> : <BackHead to="/ayuda" back="Todo el manual" title={title} />}
      {/* biome-ignore lint/a11y: links take the keys, and a press on one bubbles to here. */}
      <div
        className="help-text stack gap-3"
        onClick={follow}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own manual, without HTML of its own.
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <ul className="help-on line-above">
        {(inside.length > 0 ? inside : after.slice(0, 1)).map((other) => (
          <li key={other.slug}>
            <ButtonLink look="link" icon="next" className="inline" text={other.title} href={`/ayuda/${other.slug}`} />
          </li>
        ))}
      </ul>
    </article>
  )
}
