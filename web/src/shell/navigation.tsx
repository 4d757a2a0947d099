import { NavLink } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { pages } from '../routes.ts'
import { BookOpen } from '../shared/icons.tsx'
import classes from './shell.module.css'

/** The links to all pages. */
export const Navigation = () => {
  const [location] = useLocation()
  const isActive = (href: string) => location === href || (href !== '/' && location.startsWith(`${href}/`))
  return (
    <nav className={classes.nav} aria-label="Pages">
      {pages.map(({ title, href, icon: Icon }) => (
        <NavLink
          key={href}
          component={Link}
          href={href}
          label={title}
          leftSection={<Icon size={18} aria-hidden />}
          active={isActive(href)}
          aria-current={isActive(href) ? 'page' : undefined}
          className={classes.link}
        />
      ))}
      <span className={classes.spacer} />
      <NavLink
        href="/docs"
        label="Documentation"
        leftSection={<BookOpen size={18} aria-hidden />}
        className={classes.link}
      />
    </nav>
  )
}
