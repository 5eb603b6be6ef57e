import type { ComponentProps } from 'react'
import { ask } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import { type MailServer, SETTINGS } from '#platform/settings.ts'
import type { PanelSetting } from '../contract.ts'
import { isSameServer, mailProblems } from '../mail-rules.ts'
import { useGuardedChange } from './guarded-change.ts'
import { FixedSetting, SettingForm, TakeBack } from './setting-parts.tsx'

const SECURITY: Record<MailServer['seguridad'], string> = {
  tls: 'TLS (465)',
  starttls: 'STARTTLS (587)',
  ninguna: 'Sin cifrar, en tu red',
}

/** The usual port of each. */
const PORTS = { tls: '465', starttls: '587', ninguna: '25' } as const

/** The fields as they are typed. The password is empty until somebody types one. */
type Draft = Record<Exclude<keyof MailServer, 'seguridad'>, string> & Pick<MailServer, 'seguridad'>

type Shown = Omit<MailServer, 'clave'> | null

function draftOf(shown: Shown, siteName: string): Draft {
  const {
    servidor = '',
    puerto = 465,
    seguridad = 'tls',
    usuario = '',
    remitente = '',
    nombre = siteName,
  } = shown ?? {}
  return { servidor, puerto: String(puerto), seguridad, usuario, clave: '', remitente, nombre }
}

const serverOf = (draft: Draft): MailServer => ({ ...draft, puerto: Number(draft.puerto) })

/** Sender of the mail: typed, tried by a real message to the owner, and saved. */
export function MailPart(props: { setting: PanelSetting; siteName: string; ownMail: string }) {
  const { setting } = props
  const shown = setting.valor as Shown
  if (setting.fija !== null && shown) {
    return (
      <FixedSetting
        variable={setting.fija}
        lines={[
          ['Servidor', `${shown.servidor}:${shown.puerto}`],
          ['Usuario', shown.usuario || 'ninguno'],
          ['Remitente', `${shown.nombre} ${shown.remitente}`.trim()],
        ]}
      />
    )
  }
  return <MailForm {...props} shown={shown} />
}

function MailForm({ setting, shown, siteName, ownMail }: ComponentProps<typeof MailPart> & { shown: Shown }) {
  const keeps = (draft: Draft) => setting.secretos.includes('clave') && isSameServer(shown, serverOf(draft))
  const form = useForm<Shown, Draft>({
    saved: shown,
    version: setting.version,
    draftOf: (saved) => draftOf(saved, siteName),
    check: (draft) => {
      const server = serverOf(draft)
      const kept = draft.clave === '' && keeps(draft)
      return {
        ...mailProblems(kept ? { ...server, clave: 'guardada' } : server),
        ...checkFields(SETTINGS.correo.schema, server),
      }
    },
  })
  const { draft, change } = form
  const guarded = useGuardedChange(
    setting,
    (pass) => {
      const { clave, ...server } = serverOf(draft)
      const valor = clave === '' && keeps(draft) ? server : { ...server, clave }
      return ask('POST /api/panel/servidor/correo', { body: { ...pass, valor } })
    },
    {
      refused: form.refused,
      done: ({ valor, version }) => form.begin(valor as Shown, version),
    },
  )
  const preset = MAIL_PRESETS.find(({ servidor }) => servidor === draft.servidor)
  const words = readFailure(guarded.change.error).body['respuesta']

  return (
    <>
      <SettingForm
        label="Servidor de correo"
        moved="Otra persona cambió el servidor de correo."
        {...{ setting, form, guarded }}
        unsaved={`Te llega un correo a ${ownMail}. Si sale, se guarda.`}
        done={`Salió y quedó guardado. Mira tu correo, ${ownMail}.`}
        rest="Escribe los datos de tu correo."
        asks={{
          title: 'Cambiar el servidor de correo',
          lead: `Probamos con un correo de verdad a ${ownMail}.`,
          says: [
            ['mail', 'Solo si sale se guarda. Lo que esperaba sale enseguida por ahí.'],
            ['people', 'Cada dueño recibe un aviso, y queda en el diario, sin la clave.'],
          ],
        }}
      >
        <SelectField
          label="Servicio"
          options={[
            ...MAIL_PRESETS.map(({ clave, nombre }) => [clave, nombre] as const),
            ['otro', 'Otro, o de tu dominio'],
          ]}
          name="servicio"
          value={preset?.clave ?? 'otro'}
          hint={preset?.dice ?? 'Los datos están en la ayuda de tu correo, donde dice SMTP o correo saliente.'}
          onChange={({ target }) => {
            const { servidor = '', seguridad = 'tls' } = MAIL_PRESETS.find(({ clave }) => clave === target.value) ?? {}
            change({ servidor, puerto: PORTS[seguridad], seguridad })
          }}
        />
        <Field
          label="Servidor"
          {...form.field('servidor')}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          placeholder="smtp.ejemplo.com"
        />
        <div className="pair">
          <SelectField
            label="Seguridad"
            options={Object.entries(SECURITY)}
            name="seguridad"
            value={draft.seguridad}
            problem={form.problems.seguridad}
            onChange={({ target }) => {
              const seguridad = target.value as MailServer['seguridad']
              change({ seguridad, puerto: PORTS[seguridad] })
            }}
          />
          <Field label="Puerto" {...form.field('puerto')} inputMode="numeric" />
        </div>
        <Field
          label="Usuario"
          {...form.field('usuario')}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          onChange={({ target }) => {
            const typed = target.value
            // Some services sign in with a name that is no address.
            const follows = draft.remitente === '' || draft.remitente === draft.usuario
            change({ usuario: typed, ...(follows && { remitente: typed.includes('@') ? typed : '' }) })
          }}
        />
        <Field
          label="Clave"
          type="password"
          {...form.field('clave')}
          autoComplete="new-password"
          hint={
            keeps(draft)
              ? `Guardada; no se vuelve a mostrar. Vacía, sigue la misma.`
              : 'Se guarda cifrada y no se vuelve a mostrar.'
          }
        />
        <div className="pair">
          <Field label="Remitente" {...form.field('remitente')} type="email" hint="El correo que ve tu comprador." />
          <Field label="Con el nombre" {...form.field('nombre')} />
        </div>
        {words ? (
          <p className="faint small breaks">
            {draft.servidor} dijo: «{String(words)}»
          </p>
        ) : null}
      </SettingForm>
      <TakeBack
        setting={setting}
        action="Quitar el servidor de correo"
        says="Los correos esperan en el panel hasta que pongas otro."
      />
    </>
  )
}

/** Where the mail of a common service leaves, and how one signs in there: `dice` tells user and password of that provider. */
const MAIL_PRESETS: readonly (Pick<MailServer, 'nombre' | 'servidor' | 'seguridad'> &
  Record<'clave' | 'dice', string>)[] = [
  {
    clave: 'gmail',
    nombre: 'Gmail',
    servidor: 'smtp.gmail.com',
    seguridad: 'tls',
    dice: 'El usuario es tu correo. La clave es una de aplicación: en tu cuenta de Google, Seguridad, verificación en dos pasos, Contraseñas de aplicaciones. Envía unos 500 al día.',
  },
  {
    clave: 'outlook',
    nombre: 'Microsoft 365',
    servidor: 'smtp.office365.com',
    seguridad: 'starttls',
    dice: 'El usuario es tu correo de la empresa, y su administrador enciende «SMTP autenticado». Un Outlook o Hotmail personal ya no sirve para esto.',
  },
  {
    clave: 'zoho',
    nombre: 'Zoho Mail',
    servidor: 'smtp.zoho.com',
    seguridad: 'tls',
    dice: 'El usuario es tu correo. Con la verificación en dos pasos, la clave es una de aplicación. Si tu cuenta es de otra región, cambia .com por .eu o .in.',
  },
  {
    clave: 'brevo',
    nombre: 'Brevo',
    servidor: 'smtp-relay.brevo.com',
    seguridad: 'starttls',
    dice: 'Usuario y clave están en Brevo, en «SMTP y API». El remitente tiene que estar verificado ahí. Envía 300 al día sin pagar.',
  },
  {
    clave: 'ses',
    nombre: 'Amazon SES',
    servidor: 'email-smtp.us-east-1.amazonaws.com',
    seguridad: 'starttls',
    dice: 'Crea las credenciales SMTP en SES, que no son tus llaves de AWS. Cambia us-east-1 por tu región, y verifica el dominio.',
  },
  {
    clave: 'hostinger',
    nombre: 'Hostinger',
    servidor: 'smtp.hostinger.com',
    seguridad: 'tls',
    dice: 'El usuario es tu correo y la clave es la de ese buzón.',
  },
]
