import { queryOf } from '#access/panel/ask.ts'
import { at, code, LOOKS, MAILS, OWNER, type Screen } from './screen.tsx'

/** Sent mails, their texts, and the addresses that cannot be written to, in the order of the menu. */
export const MAIL_SCREENS: readonly Screen[] = [
  {
    ...at('/correos/textos', OWNER, 'los-correos'),
    ...code(() => import('#mail/panel/texts-screen.tsx'), 'MailTextsScreen'),
    bones: MAILS,
  },
  {
    ...at('/correos/cartas', LOOKS, 'los-correos'),
    ...code(() => import('#letters/panel/letters-screen.tsx'), 'LettersScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/cartas')),
    bones: MAILS,
  },
  {
    ...at('/correos/direcciones', LOOKS, 'los-correos'),
    ...code(() => import('#mail/panel/suppressions-screen.tsx'), 'SuppressionsScreen'),
    bones: MAILS,
  },
  {
    ...at('/correos/*', LOOKS, 'los-correos'),
    menu: {
      name: 'Correos',
      icon: 'mail',
      group: 'dia',
      waits: ({ failedMails }) => ({ count: failedMails, words: 'sin entregar', wrong: true }),
    },
    full: true,
    ...code(() => import('#mail/panel/outbox-screen.tsx'), 'OutboxScreen'),
    bones: MAILS,
  },
]
