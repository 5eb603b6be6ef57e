import { lazy, Suspense } from 'react'
import type { Operator } from '#operators/contract.ts'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'

const OutboxScreen = lazy(async () => ({ default: (await import('#mail/panel/outbox-screen.tsx')).OutboxScreen }))
const MailTextsScreen = lazy(async () => ({ default: (await import('#mail/panel/texts-screen.tsx')).MailTextsScreen }))
const SuppressionsScreen = lazy(async () => ({
  default: (await import('#mail/panel/suppressions-screen.tsx')).SuppressionsScreen,
}))

/** The outbox, the words of the mails and the addresses that do not exist, each loaded when it is opened. */
export function MailScreens({ operator, which }: { operator: Operator; which: string | null }) {
  const canResend = operator.rol !== 'lector'
  const owner = operator.rol === 'dueno'
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone height="3rem" />
          <Bone height="3rem" />
        </Loading>
      }
    >
      {which === 'textos' && owner ? (
        <MailTextsScreen />
      ) : which === 'direcciones' ? (
        <SuppressionsScreen canResend={canResend} />
      ) : (
        <OutboxScreen selected={Number(which) || null} canResend={canResend} canWord={owner} />
      )}
    </Suspense>
  )
}

/** The outbox has panes that scroll on their own; the others are pages. */
export function isMailPage(which: string | null): boolean {
  return which === 'textos' || which === 'direcciones'
}
