import { ActionIcon, Burger, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { pages } from '../routes.ts'
import { Keyboard } from '../shared/icons.tsx'
import { NotFound } from '../shared/not-found.tsx'
import { PageSkeleton } from '../shared/page.tsx'
import { useShortcuts } from '../shared/use-shortcuts.ts'
import { AccountMenu } from './account-menu.tsx'
import { Banners } from './banners.tsx'
import { ColorSchemeButton } from './color-scheme-button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { ShortcutsHelp } from './shortcuts-help.tsx'

/** The frame of every page: header, navigation and what is common to all pages. */
export const Shell = () => {
  const [isMenuOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const [location, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu.
  useEffect(menu.close, [location])
  useShortcuts([
    { keys: '?', run: help.open },
    ...pages.map(({ shortcut, href }) => ({ keys: `g ${shortcut}`, run: () => navigate(href) })),
  ])
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <Burger
          className={classes.burger}
          opened={isMenuOpen}
          onClick={menu.toggle}
          size="sm"
          aria-label="Navigation"
        />
        <Link href="/" className={classes.home} aria-label="Stillframe, overview">
          <Logo />
        </Link>
        <span className={classes.spacer} />
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon
            className={classes.keyboard}
            variant="subtle"
            color="gray"
            onClick={help.open}
            aria-label="Keyboard shortcuts"
          >
            <Keyboard size={18} />
          </ActionIcon>
        </Tooltip>
        <ColorSchemeButton />
        <AccountMenu />
      </header>
      <div className={classes.body}>
        <aside className={classes.sidebar}>
          <Navigation />
        </aside>
        <main className={classes.main} id="main" tabIndex={-1}>
          <Banners />
          <ErrorBoundary key={location.split('/')[1]}>
            <Suspense fallback={<PageSkeleton />}>
              <Switch>
                {pages.map(({ path, component }) => (
                  <Route key={path} path={path} component={component} />
                ))}
                <Route component={NotFound} />
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size="16rem"
        title={<Logo />}
        closeButtonProps={{ 'aria-label': 'Close the navigation' }}
      >
        <Navigation />
      </Drawer>
      <ShortcutsHelp opened={isHelpOpen} onClose={help.close} />
    </>
  )
}
