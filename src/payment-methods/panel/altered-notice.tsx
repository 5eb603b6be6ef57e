import { useAsk } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'

/** Somebody changed where buyers pay in the database and not in the panel. Nothing is shown while rows and journal agree. */
export function AlteredNotice({ link = false }: { link?: boolean }) {
  const altered = useAsk('GET /api/panel/metodos/alterados', { refetchInterval: 60_000 }).data?.alterados ?? []
  const [first] = altered
  if (!first) return null
  return (
    <div className="notice notice-grave" role="alert">
      <Icon name="shield" />
      <div>
        <strong>
          {altered.map(({ titulo }) => titulo).join(', ')}: {altered.length === 1 ? 'cambió' : 'cambiaron'} fuera del
          panel
        </strong>
        <p className="small">
          Lo que ven tus compradores no es lo que guarda el diario. Un dueño debe comparar y restaurar, o confirmar que
          el cambio es suyo.
        </p>
        {link ? <ButtonLink look="link" text="Comparar" href={`/cobros/${first.id}`} /> : null}
      </div>
    </div>
  )
}
