import { lazy, Suspense } from 'react'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import { ScreenGuard } from '../screen-guard.tsx'

// Who is signed in never needs them: with their rules they are a fifth of what the panel loads first.
const SetUpScreen = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/set-up-screen.tsx')).SetUpScreen,
}))
const SignInScreen = lazy(async () => ({
  default: (await import('#operators/panel/sign-in/sign-in-screen.tsx')).SignInScreen,
}))

/** The way in: the first operator of an empty installation, or whoever signs in. */
export function EntryScreens({ site, setUp, ended }: { site: string; setUp: boolean; ended: boolean }) {
  return (
    <ScreenGuard>
      <Suspense fallback={<EntryShape />}>
        {setUp ? <SetUpScreen site={site} /> : <SignInScreen site={site} ended={ended} />}
      </Suspense>
    </ScreenGuard>
  )
}

/** While it is not known which screen is on. */
export function EntryShape() {
  return (
    <Loading label="Abriendo el panel">
      <div className="entry">
        <Bone height="12rem" />
      </div>
    </Loading>
  )
}
