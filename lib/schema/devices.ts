import * as z from 'zod'
import table from './device-table.json' with { type: 'json' }

export const Device = z.strictObject({
  id: z.string(),
  name: z.string(),
  userAgent: z.string(),
  screen: z.strictObject({ width: z.int(), height: z.int() }),
  viewport: z.strictObject({
    width: z.int(),
    height: z.int(),
    deviceScaleFactor: z.number(),
    isMobile: z.boolean(),
    hasTouch: z.boolean(),
    isLandscape: z.boolean(),
  }),
})
export type Device = z.output<typeof Device>

/** The body of `GET /v1/devices`. */
export const DeviceList = z.strictObject({ devices: z.array(Device) })

/** Devices of the browser library, written by scripts/generate/devices.ts. */
export const devices: readonly Device[] = table

export const deviceIds: readonly string[] = devices.map((device) => device.id)

const devicesById = new Map(devices.map((device) => [device.id, device]))

export const findDevice = (id: string | undefined): Device | undefined =>
  id === undefined ? undefined : devicesById.get(id)

/** Returns the screen of a device in an orientation. Both orientations are in the table. */
export const screenOf = (id: string | undefined, isLandscape: boolean): Device['screen'] | undefined => {
  const name = id?.replace(/_landscape$/, '')
  const variants = [findDevice(name), findDevice(`${name}_landscape`)]
  return variants.find((device) => device?.viewport.isLandscape === isLandscape)?.screen
}
