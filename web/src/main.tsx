import './session/sign-in-link.ts'
import './strict-mode.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { askOtherTabs } from './session/session.ts'
import { handleLoadFailure } from './shell/reload.ts'
import { theme } from './theme.ts'

/** The documentation uses the same key and the same values. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'vitepress-theme-appearance' })

await askOtherTabs()
window.addEventListener('vite:preloadError', handleLoadFailure)

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" containerWidth={360} />
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
