import { useEffect, useState } from 'react'
import { type CalendarDate, DAY, dayInCaracas, formatHour, type Instant, MINUTE } from '../clock.ts'
import { counted } from '../money.ts'
import { serverNow } from './api.ts'

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const

/** `1 min`, `2 h 5 min`, `3 días`: how long something has waited, a minute at least. */
export function formatWait(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return counted(days, 'día')
}

/** `3 días`, `2 h 5 min`: remaining time, to the nearest unit of its text. */
export function formatLeft(milliseconds: number): string {
  const unit = milliseconds < DAY ? MINUTE : DAY
  return formatWait(Math.round(milliseconds / unit) * unit)
}

/** `0:18`, `4:42` */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `20 nov` */
export function formatShortDay(day: CalendarDate): string {
  const [, month = '1', date = '1'] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}`
}

/** `13–20 nov`, `28 oct – 4 nov` */
export function formatDays(from: CalendarDate, to: CalendarDate): string {
  const sameMonth = from.slice(0, 7) === to.slice(0, 7)
  return sameMonth
    ? `${Number(from.slice(8))}–${formatShortDay(to)}`
    : `${formatShortDay(from)} – ${formatShortDay(to)}`
}

/** `10:41 a. m.`, with the day before it when it is not today, in Caracas. */
export function formatMoment(iso: string, now: number = serverNow()): string {
  const at = Date.parse(iso) as Instant
  const clock = formatHour(at)
  const day = dayInCaracas(at)
  return day === dayInCaracas(now as Instant) ? clock : `${formatShortDay(day)}, ${clock}`
}

/** `hasta las 9:30 a. m.`, `hasta la 1:05 p. m.`, `hasta el 12 jun, 9:30 a. m.`, and `hasta el 12 jun` of the whole day. */
export function tellUntil(iso: string, now: number = serverNow()): string {
  const last = dayInCaracas((Date.parse(iso) - 1) as Instant)
  if (last !== dayInCaracas(Date.parse(iso) as Instant)) return `hasta el ${formatShortDay(last)}`
  const told = formatMoment(iso, now)
  return `hasta ${told.includes(',') ? 'el' : told.startsWith('1:') ? 'la' : 'las'} ${told}`
}

/** The server's clock, as a value that changes every `every` milliseconds while `running`. */
export function useServerClock(every: number, running = true): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!running) return undefined
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), every)
    return () => clearInterval(timer)
  }, [every, running])
  return now
}
