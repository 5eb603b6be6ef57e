import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { HomeLine } from '#reports/panel/home-line.tsx'
import { toDo } from './to-do.ts'

/** Checks with lines of their own on the home. */
const SAID: ReadonlySet<string> = new Set(['disco', 'tasa', 'correo', 'filas', 'respaldo'])

/** On the home of an owner: a task of the server. Nothing without one. */
export function StateLine() {
  const { data } = useAsk('GET /api/panel/estado/servidor', { refetchInterval: 60_000 })
  const all = toDo(data?.comprobaciones ?? [])
  const asked = all.filter(({ clave }) => !SAID.has(clave))
  const [first, ...more] = asked
  if (!first) return null
  return (
    <HomeLine
      icon="screen"
      tone={first.nivel === 'grave' ? 'grave' : 'aviso'}
      title={
        more.length === 0
          ? `El servidor: ${first.nombre.toLowerCase()}`
          : `Hay ${asked.length} cosas${all.length > asked.length ? ' más' : ''} por resolver en el servidor`
      }
      action={<Link href="/estado">Ver</Link>}
    >
      {first.texto}
    </HomeLine>
  )
}
