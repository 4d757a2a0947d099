import { Home, type LucideIcon } from 'lucide-react'
import { type ComponentType, lazy } from 'react'

export interface Page {
  title: string
  /** Below `/dashboard`. `:id?` opens the page with the drawer of one item. */
  path: string
  /** Where the navigation leads. */
  href: string
  icon: LucideIcon
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
    component: page(() => import('./pages/overview.tsx'), 'Overview'),
  },
]
