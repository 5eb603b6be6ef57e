import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { DEEDS, SUBJECTS, type Subject } from '../deeds.ts'
import { tellActor } from '../tell-deed.ts'
import { FILTERS, type FilterName, type Filters } from './read-filters.ts'

/** Actor, deed, place, day. Each choice goes to the address immediately. */
export function JournalFilters({ filters, onFilters }: { filters: Filters; onFilters: (filters: Filters) => void }) {
  const { data } = useAsk('GET /api/panel/diario/filtros', { staleTime: 60_000 })
  const set = (name: FilterName) => (event: { target: { value: string } }) => {
    const { [name]: _, ...rest } = filters
    onFilters(event.target.value === '' ? rest : { ...rest, [name]: event.target.value })
  }
  const control = (name: FilterName) => ({ name, value: filters[name] ?? '', onChange: set(name) })
  const people = new Set([...(data?.personas ?? []), ...(filters.persona ? [filters.persona] : [])])
  const used = FILTERS.filter((name) => filters[name]).length
  const [unfolded, setUnfolded] = useState(false)
  const raffles = new Set([...(data?.rifas ?? []).map(String), ...(filters.rifa ? [filters.rifa] : [])])
  return (
    <section className={`journal-filters row wrap ${unfolded ? '' : 'journal-folded'}`} aria-label="Filtrar el diario">
      <Button
        icon="filter"
        text={used === 0 ? 'Filtrar' : `Filtros: ${used}`}
        className="journal-fold unseen"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      />
      <SelectField
        label="Quién"
        options={[['', 'Todos'], ...[...people].map((name) => [name, tellActor(name)] as const)]}
        {...control('persona')}
      />
      <SelectField label="Qué" {...control('que')}>
        <option value="">Todo</option>
        {(Object.keys(SUBJECTS) as Subject[]).map((subject) => (
          <optgroup key={subject} label={SUBJECTS[subject]}>
            <option value={subject}>Todo: {SUBJECTS[subject].toLowerCase()}</option>
            {Object.entries(DEEDS)
              .filter(([, words]) => words.asunto === subject)
              .map(([deed]) => (
                <option key={deed} value={deed}>
                  {deed.charAt(0).toUpperCase() + deed.slice(1)}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label="Rifa"
        options={[['', 'Todas'], ...[...raffles].map((id) => [id, `Rifa ${id}`] as const)]}
        {...control('rifa')}
      />
      <Field label="Desde" type="date" max={filters.hasta} {...control('desde')} />
      <Field label="Hasta" type="date" min={filters.desde} {...control('hasta')} />
      {filters.compra ? (
        <Button onClick={() => set('compra')({ target: { value: '' } })}>
          Compra {filters.compra}
          <Icon name="cross" />
          <span className="sr">Quitar este filtro</span>
        </Button>
      ) : null}
      {used > 0 ? <Button look="link" text="Quitar filtros" className="target" onClick={() => onFilters({})} /> : null}
    </section>
  )
}
