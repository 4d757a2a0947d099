import { type ComponentType, lazy } from 'react'
import {
  Activity,
  Bell,
  Bot,
  CalendarClock,
  FlaskConical,
  Home,
  type Icon as IconType,
  KeyRound,
  Layers,
  ScrollText,
  Webhook,
} from './shared/icons.tsx'

export interface Page {
  title: string
  /** Below `/dashboard`. `:id?` opens the page with the drawer of one item. */
  path: string
  /** Where the navigation leads. */
  href: string
  icon: IconType
  /** Pressed after `g`. */
  shortcut: string
  component: ComponentType
}

const page = (load: () => Promise<{ [name: string]: ComponentType }>, name: string) =>
  lazy(async () => ({ default: (await load())[name] as ComponentType }))

/** The pages, from which the routes, the navigation and the shortcuts are made. */
export const pages: readonly Page[] = [
  {
    title: 'Overview',
    path: '/',
    href: '/',
    icon: Home,
    shortcut: 'o',
    component: page(() => import('./overview/overview.tsx'), 'Overview'),
  },
  {
    title: 'Playground',
    path: '/playground',
    href: '/playground',
    icon: FlaskConical,
    shortcut: 'p',
    component: page(() => import('./playground/playground.tsx'), 'Playground'),
  },
  {
    title: 'Requests',
    path: '/requests/:id?',
    href: '/requests',
    icon: ScrollText,
    shortcut: 'r',
    component: page(() => import('./requests/requests.tsx'), 'Requests'),
  },
  {
    title: 'Batches',
    path: '/batches/*?',
    href: '/batches',
    icon: Layers,
    shortcut: 'b',
    component: page(() => import('./batches/batches.tsx'), 'Batches'),
  },
  {
    title: 'Tasks',
    path: '/tasks/*?',
    href: '/tasks',
    icon: CalendarClock,
    shortcut: 't',
    component: page(() => import('./tasks/tasks.tsx'), 'Tasks'),
  },
  {
    title: 'Webhooks',
    path: '/webhooks',
    href: '/webhooks',
    icon: Webhook,
    shortcut: 'w',
    component: page(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  },
  {
    title: 'Alerts',
    path: '/alerts/:id?',
    href: '/alerts',
    icon: Bell,
    shortcut: 'l',
    component: page(() => import('./alerts/alerts.tsx'), 'Alerts'),
  },
  {
    title: 'AI agents',
    path: '/agents',
    href: '/agents',
    icon: Bot,
    shortcut: 'a',
    component: page(() => import('./agents/agents.tsx'), 'Agents'),
  },
  {
    title: 'Keys and security',
    path: '/keys',
    href: '/keys',
    icon: KeyRound,
    shortcut: 'k',
    component: page(() => import('./keys/keys.tsx'), 'KeysPage'),
  },
  {
    title: 'Usage',
    path: '/usage',
    href: '/usage',
    icon: Activity,
    shortcut: 'u',
    component: page(() => import('./usage/usage.tsx'), 'Usage'),
  },
]
