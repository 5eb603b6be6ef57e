import { useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useStatusQuery } from '#operators/panel/sign-in/panel-status.ts'
import { FailedState } from '#platform/panel/parts/states.tsx'
import { DeskPlace } from './screens/desk-place.tsx'
import { EntryScreens, EntryShape } from './screens/entry-screens.tsx'
import { HomePlace, SellLink, StartPlace } from './screens/home-place.tsx'
import { isMailPage, MailScreens } from './screens/mail-screens.tsx'
import { MoneyScreens } from './screens/money-screens.tsx'
import { AccountPlace, JournalPlace, LinkPlace, TeamPlace } from './screens/people-screens.tsx'
import { PurchasesPlace } from './screens/purchases-screens.tsx'
import { RafflesScreens } from './screens/raffles-screens.tsx'
import { ReasonsPlace } from './screens/reasons-place.tsx'
import { SellPlace } from './screens/sell-screens.tsx'
import { SitePlace } from './screens/site-place.tsx'
import { Shell } from './shell.tsx'

/** Which screen is on: set-up, sign-in, or the panel of who is signed in. */
export function App() {
  const status = useStatusQuery()
  const wasIn = useRef(false)
  const [location] = useLocation()
  const { data } = status
  if (!data) {
    if (!status.isError) return <EntryShape />
    return (
      <main>
        <FailedState error={status.error} onRetry={() => void status.refetch()} />
      </main>
    )
  }
  if (location === '/invitacion' || location === '/clave') {
    return <LinkPlace to={location === '/clave' ? 'clave' : 'invitacion'} status={data} />
  }
  const operator = data.operador
  if (!data.configurado || !operator) {
    return <EntryScreens site={data.sitio} setUp={!data.configurado} ended={wasIn.current} />
  }
  wasIn.current = true
  return (
    <Switch>
      <Route path="/revision/:id?">
        {(params) => (
          <Shell status={data} operator={operator} title="Revisión" full>
            <DeskPlace operator={operator} selected={params.id ? Number(params.id) : null} />
          </Shell>
        )}
      </Route>
      {operator.rol === 'lector' ? null : (
        <Route path="/compras/nueva">
          <Shell status={data} operator={operator} title="Vender a mano">
            <SellPlace site={data.sitio} />
          </Shell>
        </Route>
      )}
      <Route path="/compras/:id?">
        {(params) => (
          <Shell status={data} operator={operator} title="Compras">
            <PurchasesPlace operator={operator} status={data} selected={Number(params.id) || null} />
          </Shell>
        )}
      </Route>
      <Route path="/correos/:id?">
        {(params) => (
          <Shell status={data} operator={operator} title="Correos" full={!isMailPage(params.id ?? null)}>
            <MailScreens operator={operator} which={params.id ?? null} />
          </Shell>
        )}
      </Route>
      {operator.rol === 'dueno' ? (
        <Route path="/cobros/:que?">
          {(params) => (
            <Shell status={data} operator={operator} title="Cobros y tasas">
              <MoneyScreens here="metodos" selected={params.que ?? null} owner />
            </Shell>
          )}
        </Route>
      ) : null}
      <Route path="/tasas">
        <Shell status={data} operator={operator} title="Cobros y tasas">
          <MoneyScreens here="tasas" owner={operator.rol === 'dueno'} />
        </Shell>
      </Route>
      <Route path="/cuenta">
        <Shell status={data} operator={operator} title="Tu cuenta">
          <AccountPlace operator={operator} status={data} />
        </Shell>
      </Route>
      {operator.rol === 'dueno' ? (
        <Route path="/equipo/:id?">
          {(params) => (
            <Shell status={data} operator={operator} title="Equipo">
              <TeamPlace operator={operator} status={data} selected={params.id ? Number(params.id) : null} />
            </Shell>
          )}
        </Route>
      ) : null}
      {operator.rol === 'dueno' ? (
        <Route path="/sitio">
          <Shell status={data} operator={operator} title="Sitio">
            <SitePlace />
          </Shell>
        </Route>
      ) : null}
      {operator.rol === 'dueno' ? (
        <Route path="/motivos">
          <Shell status={data} operator={operator} title="Motivos">
            <ReasonsPlace />
          </Shell>
        </Route>
      ) : null}
      <Route path="/rifas/:cual?">
        {(params) => (
          <Shell status={data} operator={operator} title="Rifas">
            <RafflesScreens which={params.cual ?? null} owner={operator.rol === 'dueno'} />
          </Shell>
        )}
      </Route>
      <Route path="/diario">
        <Shell status={data} operator={operator} title="Diario">
          <JournalPlace owner={operator.rol === 'dueno'} />
        </Shell>
      </Route>
      {operator.rol === 'dueno' ? (
        <Route path="/empezar">
          <Shell status={data} operator={operator} title="Primeros pasos">
            <StartPlace />
          </Shell>
        </Route>
      ) : null}
      <Route path="/">
        <Shell status={data} operator={operator} title="Inicio" action={<SellLink operator={operator} />}>
          <HomePlace status={data} operator={operator} />
        </Shell>
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  )
}
