import { queryOf } from '#access/panel/ask.ts'
import { code, LOOKS, MAILS, OWNER, type Screen } from './screen.tsx'

/** Sent mails, their texts, and the addresses that cannot be written to, in the order of the menu. */
export const MAIL_SCREENS: readonly Screen[] = [
  {
    path: '/correos/textos',
    title: 'Correos',
    only: OWNER,
    ...code(() => import('#mail/panel/texts-screen.tsx'), 'MailTextsScreen'),
    bones: MAILS,
  },
  {
    path: '/correos/cartas',
    title: 'Correos',
    only: LOOKS,
    ...code(() => import('#letters/panel/letters-screen.tsx'), 'LettersScreen'),
    prefetch: (client) => client.prefetchQuery(queryOf('GET /api/panel/cartas')),
    bones: MAILS,
  },
  {
    path: '/correos/direcciones',
    title: 'Correos',
    only: LOOKS,
    ...code(() => import('#mail/panel/suppressions-screen.tsx'), 'SuppressionsScreen'),
    bones: MAILS,
  },
  {
    path: '/correos/*',
    only: LOOKS,
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
