import type { EmulationStep } from './step.ts'

/** Sets the location, and grants the permission to read it to every origin of this context. */
export const setGeolocation: EmulationStep = async ({ page, cdp }, { geolocation }) => {
  if (geolocation === undefined) return
  const { id } = page.browserContext()
  await Promise.all([
    cdp.send('Emulation.setGeolocationOverride', geolocation),
    cdp.send('Browser.setPermission', {
      permission: { name: 'geolocation' },
      setting: 'granted',
      ...(id === undefined ? {} : { browserContextId: id }),
    }),
  ])
}
