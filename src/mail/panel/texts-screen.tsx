import { Link, useSearchParams } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { BackHead, Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { TextEditor } from './text-editor.tsx'
import './mail-texts.css'

/** The mails that an owner may word: which one is open is in the address. */
export function MailTextsScreen() {
  const texts = useAsk('GET /api/panel/correos/textos')
  const [search] = useSearchParams()
  const open = texts.data?.textos.find(({ clave }) => clave === search.get('correo'))
  return (
    <div className="page">
      <BackHead
        to={open ? '/correos/textos' : '/correos'}
        back={open ? 'Volver a los textos' : 'Volver a los correos'}
        title={open ? open.nombre : 'Textos de los correos'}
        says={open ? open.cuando : 'Los que ya salieron o esperan no cambian.'}
      />
      {!texts.data ? (
        <Waiting query={texts} label="Cargando los textos" bones={['3.5rem', '3.5rem', '3.5rem']} />
      ) : open ? (
        <TextEditor key={open.clave} text={open} />
      ) : (
        <ul className="mail-kinds card-wide lines card">
          {texts.data.textos.map((text) => (
            <li key={text.clave}>
              <Link className="lit row gap-4 pad-2-4 bare" href={`/correos/textos?correo=${text.clave}`}>
                <span className="grid fill">
                  <strong>{text.nombre}</strong>
                  <span className="faint small">{text.cuando}</span>
                </span>
                <span className="soft small">{text.cambiado ? `Tuyo, ${text.cambiado_por}` : 'Original'}</span>
                <Icon name="next" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
