import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { firstStepsQuery } from './home-query.ts'
import { STEP_WORDS } from './step-words.ts'

/** On the home of an owner until everything of the first ten minutes is done: what is missing, the gravest first. */
export function StepsLeft() {
  const { data } = useQuery(firstStepsQuery)
  const left = data?.pasos.filter(({ listo }) => !listo) ?? []
  if (!data || left.length === 0) return null
  const blocking = left.filter(({ impide_vender }) => impide_vender)
  const named = (blocking.length > 0 ? blocking : left).map(({ paso }) => STEP_WORDS[paso].titulo)
  return (
    <section className={blocking.length > 0 ? 'home-steps home-steps-main' : 'home-steps'} aria-labelledby="falta">
      <Icon name="flag" />
      <div>
        <h2 id="falta">{blocking.length > 0 ? 'Falta para que puedas vender' : 'Falta para dejarlo todo listo'}</h2>
        <p className="soft">{named.join(' · ')}</p>
      </div>
      <Link href="/empezar" className={blocking.length > 0 ? 'button button-main' : 'button'}>
        Primeros pasos
      </Link>
    </section>
  )
}
