import { describe, expect, test } from 'vitest'
import { launchArguments } from '../../../../lib/render/browser/launch-arguments.ts'

describe.each(['plain', 'gpu'] as const)('a %s browser', (kind) => {
  const commandLine = launchArguments(kind, '/profile').join('\n')

  test.each([
    '--disable-web-security',
    '--allow-running-insecure-content',
    '--single-process',
    '--in-process-gpu',
    '--disable-site-isolation-trials',
    'site-per-process',
    'SharedArrayBuffer',
    '--remote-debugging-port',
    '--disable-popup-blocking',
    '--disable-ipc-flooding-protection',
    '--ignore-certificate-errors',
  ])('is never started with %s', (unsafe) => {
    expect(commandLine).not.toContain(unsafe)
  })

  test.each([
    '--remote-debugging-pipe',
    '--proxy-bypass-list=<-loopback>',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--block-new-web-contents',
    '--js-flags=--max-old-space-size=512',
    '--user-data-dir=/profile',
    // Pages draw a frame only on request.
    '--enable-begin-frame-control',
  ])('is always started with %s', (wall) => {
    expect(commandLine.split('\n')).toContain(wall)
  })
})

test('only a sandboxed browser has none of the flags that switch the sandbox off, and a plain one starts its GPU process without GL', () => {
  const ofSandbox = ['--no-sandbox', '--disable-setuid-sandbox', '--use-gl=disabled']
  const flagsOf = (kind: 'plain' | 'gpu', isSandboxed: boolean) =>
    launchArguments(kind, '/profile', [], isSandboxed).filter((flag) => ofSandbox.includes(flag))
  expect(flagsOf('plain', true)).toEqual(['--use-gl=disabled'])
  expect(flagsOf('gpu', true)).toEqual([])
  for (const kind of ['plain', 'gpu'] as const)
    expect(flagsOf(kind, false)).toEqual(['--no-sandbox', '--disable-setuid-sandbox'])
})

test("features that the operator switches off are added to the service's own", () => {
  const flags = launchArguments('plain', '/profile', ['--disable-features=A,B', '--disable-features=C'])
  const lists = flags.filter((flag) => flag.startsWith('--disable-features'))
  expect(lists).toEqual([expect.stringMatching(/=Translate,.*Prerender2,FencedFrames,.*,A,B,C$/)])
})

test("the operator's Blink settings are added to the service's own, which captures depend on", () => {
  const extra = [
    '--blink-settings=imagesEnabled=false,mainFrameClipsContent=true',
    '--lang=de',
    '--blink-settings=a=b',
  ]
  const flags = launchArguments('plain', '/profile', extra).filter((flag) =>
    flag.startsWith('--blink-settings'),
  )
  expect(flags).toEqual([
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,' +
      'imagesEnabled=false,mainFrameClipsContent=true,a=b,mainFrameClipsContent=false',
  ])
})
