import { ActionIcon, type MantineColorScheme, Tooltip, useMantineColorScheme } from '@mantine/core'
import { type Icon as IconType, Monitor, Moon, Sun } from '../shared/icons.tsx'

const schemes: Record<MantineColorScheme, { icon: IconType; name: string; next: MantineColorScheme }> = {
  light: { icon: Sun, name: 'light', next: 'dark' },
  dark: { icon: Moon, name: 'dark', next: 'auto' },
  auto: { icon: Monitor, name: 'as the system', next: 'light' },
}

/** Changes between light, dark and the setting of the system. */
export const ColorSchemeButton = () => {
  // Without transitions Mantine inserts a `<style>` element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const { icon: Icon, name, next } = schemes[colorScheme]
  const label = `Colors: ${name}. Change to ${schemes[next].name}`
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" onClick={() => setColorScheme(next)} aria-label={label}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
