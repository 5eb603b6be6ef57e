import { useEffect, useState } from 'react'
import type { ShownProof } from '../../contract.ts'

/** How often a picture that is still in line is requested again before it is only offered as a download. */
const WAITS = 8
const SECONDS_OTHERWISE = 3

/** Where the picture of a proof is, and the state when it does not come. */
export function useDrawn(proof: ShownProof) {
  const [address, setAddress] = useState(proof.vista)
  const [preparing, setPreparing] = useState(false)
  /** Counts the attempts: the same address is requested again. */
  const [attempt, setAttempt] = useState(0)

  // The server has found out meanwhile, while it compared it with others, that this one cannot be drawn.
  const given = proof.vista
  useEffect(() => {
    if (given === null) setAddress((now) => (now?.includes('otra_vez') ? now : null))
  }, [given])

  useEffect(() => {
    if (!preparing) return undefined
    const timer = setTimeout(() => {
      setPreparing(false)
      setAttempt((before) => before + 1)
    }, SECONDS_OTHERWISE * 1_000)
    return () => clearTimeout(timer)
  }, [preparing])

  async function onBroken(): Promise<void> {
    if (address === null) return
    const status = attempt < WAITS ? await statusOf(address) : 0
    if (status === 503) setPreparing(true)
    // A line that broke off: once more, and then no longer.
    else if (status === 200 && attempt === 0) setAttempt(1)
    else setAddress(null)
  }

  function show(at: string | null): void {
    setAttempt(0)
    setAddress(at)
  }

  return { address, preparing, attempt, onBroken: () => void onBroken(), show }
}

async function statusOf(address: string): Promise<number> {
  try {
    return (await fetch(address)).status
  } catch {
    return 0
  }
}
