import { OWNER, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import type { SettingName } from '#platform/settings.ts'
import type { PanelSettings } from '../../contract.ts'

/** The shop with its owner, who changes a setting of the server in the panel. */
export async function settingOf<S extends Shop>(shop: S, name: SettingName, path = `/servidor/${name}`) {
  const headers = await signInOwner(shop)
  const freshCode = await giveSecondFactor(shop.ctx, OWNER.correo)
  const answers: string[] = []
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = headers) => {
    const answer = await shop.app.inject({ method, url: `/api/panel${url}`, headers: as, ...(payload && { payload }) })
    answers.push(answer.body)
    return answer
  }
  const save = (more: object, as = headers) => call('POST', path, { version: 0, ...more }, as)
  const shown = async () =>
    (await call('GET', '/servidor')).json<PanelSettings>().ajustes.find(({ nombre }) => nombre === name)
  return { ...shop, headers, freshCode, answers, call, save, shown }
}
