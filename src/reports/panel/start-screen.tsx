import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Bone, FailedState, Loading, StaleNotice } from '#platform/panel/parts/states.tsx'
import type { FirstStep } from '../home-contract.ts'
import { firstStepsQuery } from './home-query.ts'
import { StartDay } from './start-day.tsx'
import { StartStep } from './start-step.tsx'
import { STEP_WORDS } from './step-words.ts'
import './start.css'

/** The first ten minutes: what there is, what is missing to sell, each with its reason and its door. */
export function StartScreen() {
  const steps = useQuery(firstStepsQuery)
  const [opened, setOpened] = useState<FirstStep['paso'] | null>(null)
  if (!steps.data) {
    return (
      <div className="start">
        {steps.isError ? (
          <FailedState error={steps.error} onRetry={() => void steps.refetch()} />
        ) : (
          <Loading label="Mirando qué falta">
            <Bone width="16rem" height="2.25rem" />
            <Bone height="20rem" />
          </Loading>
        )}
      </div>
    )
  }
  const { pasos } = steps.data
  const left = pasos.filter(({ listo }) => !listo)
  const current = opened ?? left[0]?.paso ?? null
  const minutes = left.reduce((sum, { paso }) => sum + STEP_WORDS[paso].minutos, 0)
  return (
    <div className="start">
      <div className="start-main">
        <StaleNotice error={steps.error} onRetry={() => void steps.refetch()} />
        <h2 className="start-title">{titleOf(left)}</h2>
        <p className="soft">{sentenceOf(left, pasos.length, minutes)}</p>
        <div
          className="start-bar"
          role="progressbar"
          aria-label="Pasos hechos"
          aria-valuemin={0}
          aria-valuemax={pasos.length}
          aria-valuenow={pasos.length - left.length}
          aria-valuetext={`${pasos.length - left.length} de ${pasos.length}`}
        >
          <span style={{ width: `${((pasos.length - left.length) / pasos.length) * 100}%` }} />
        </div>
        <ol className="start-steps">
          {pasos.map((step, index) => (
            <StartStep
              key={step.paso}
              step={step}
              place={index + 1}
              current={step.paso === current}
              onOpen={() => setOpened(step.paso)}
            />
          ))}
        </ol>
        {left.some(({ impide_vender }) => impide_vender) ? null : <ShareLine />}
      </div>
      <StartDay />
    </div>
  )
}

function ShareLine() {
  const address = `${location.origin}/rifa`
  return (
    <div className="start-share">
      <div>
        <h3>Tu página</h3>
        <a href="/rifa" target="_blank" rel="noopener" className="text-link">
          {address.replace(/^https?:\/\//, '')}
        </a>
      </div>
      <CopyButton value={address} name="Copiar el enlace" word="Copiar el enlace" />
      <Link href="/" className="button">
        Ir a Inicio
      </Link>
    </div>
  )
}

function titleOf(left: readonly FirstStep[]): string {
  if (left.length === 0) return 'Todo listo para vender'
  const blocking = left.filter(({ impide_vender }) => impide_vender).length
  if (blocking === 0) return 'Ya puedes vender'
  return blocking === 1 ? 'Ya casi puedes vender' : 'Tu primera venta, en diez minutos'
}

function sentenceOf(left: readonly FirstStep[], all: number, minutes: number): string {
  if (left.length === 0) return 'Nada falta. Esta lista ya no aparece en Inicio.'
  const done = all - left.length
  const time = minutes === 1 ? 'un minuto' : `unos ${minutes} minutos`
  return `${done} de ${all} pasos hechos · ${left.length === 1 ? 'queda' : 'quedan'} ${time}. Todo se puede cambiar después.`
}
