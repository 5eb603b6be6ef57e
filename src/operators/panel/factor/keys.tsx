import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, refresh, useDeed } from '#access/panel/ask.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { OwnKey } from '../../contract-account.ts'
import { AccountLine } from '../account/account-line.tsx'
import { createKey, keysPossible } from './code-field.tsx'
import { Consequence, FreshCodeDialog } from './fresh-code-dialog.tsx'

/** Keys in place of typed codes: the finger or the face that opens the phone. */
export function Keys({ keys }: { keys: OwnKey[] }) {
  const possible = keysPossible()
  return (
    <section className="account-part card" aria-labelledby="llaves">
      <AccountLine
        mark={<Icon name="key" />}
        id="llaves"
        title="Llaves de acceso"
        says={
          possible
            ? 'Tu huella, tu cara o el PIN de este dispositivo, en lugar de escribir el código.'
            : 'Este navegador o esta dirección no las permite: hace falta https.'
        }
      >
        {possible ? <AskButton text="Agregar" ask={(close) => <AddKey onClose={close} />} /> : null}
      </AccountLine>
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="account-line pad-4-5 row gap-4">
            <div className="grow">
              <h3>{key.nombre}</h3>
              <p className="soft small">
                {key.usado_en ? `Usada ${formatMoment(key.usado_en)}` : `Agregada ${formatMoment(key.creado_en)}`}
              </p>
            </div>
            <AskButton
              text="Quitar"
              aria-label={`Quitar la llave ${key.nombre}`}
              ask={(close) => <RemoveKey passkey={key} onClose={close} />}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddKey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [nombre, setNombre] = useState('')
  return (
    <FreshCodeDialog
      title="Agregar una llave de acceso"
      lead="Después del código, tu equipo te pide la huella, la cara o su PIN."
      action="Agregar la llave"
      blocked={nombre.trim() === '' ? 'Falta un nombre.' : undefined}
      onConfirm={async (codigo) => {
        const llave = await createKey(await ask('POST /api/panel/cuenta/llaves/empezar', { body: { codigo } }))
        await ask('POST /api/panel/cuenta/llaves', { body: { nombre, llave } })
        void refresh(client, ['GET /api/panel/cuenta'])
      }}
      onClose={onClose}
    >
      <Field
        label="Nombre de la llave"
        name="nombre"
        maxLength={40}
        placeholder="Mi teléfono"
        value={nombre}
        onText={setNombre}
      />
      <div>
        <Consequence icon="shield">
          Tu aplicación de códigos y los códigos de recuperación siguen sirviendo.
        </Consequence>
      </div>
    </FreshCodeDialog>
  )
}

function RemoveKey({ passkey, onClose }: { passkey: OwnKey; onClose: () => void }) {
  const refreshes = ['GET /api/panel/cuenta'] as const
  const removal = useDeed('DELETE /api/panel/cuenta/llaves/:id', { refreshes, done: onClose })
  return (
    <AskDialog
      label="Quitar la llave"
      title={`Quitar «${passkey.nombre}»`}
      lead="Deja de servir como segundo paso. El código de tu aplicación sigue igual."
      deed={removal}
      leave="Dejarla"
      action="Quitar la llave"
      danger
      onConfirm={() => removal.mutate({ params: { id: passkey.id } })}
      onClose={onClose}
    />
  )
}
