import { describe, expect, test } from 'vitest'
import { launchArguments } from '../../../../lib/render/browser/launch-arguments.ts'

describe.each(['plain', 'gpu', 'video', 'video_gpu'] as const)('a %s browser', (kind) => {
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
  ])('is always started with %s', (wall) => {
    expect(commandLine.split('\n')).toContain(wall)
  })
})

test.each(['plain', 'video'] as const)('a %s browser has no WebGL', (kind) => {
  expect(launchArguments(kind, '/profile')).toContain('--disable-3d-apis')
})

test.each(['gpu', 'video_gpu'] as const)('a %s browser draws WebGL in software', (kind) => {
  expect(launchArguments(kind, '/profile')).not.toContain('--disable-3d-apis')
  expect(launchArguments(kind, '/profile')).toContain('--use-angle=swiftshader')
})

test.each(['video', 'video_gpu'] as const)('a %s browser draws a frame only on request', (kind) => {
  expect(launchArguments(kind, '/profile')).toContain('--enable-begin-frame-control')
})
