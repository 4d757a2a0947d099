import {
  Badge,
  Button,
  createTheme,
  Drawer,
  Menu,
  Modal,
  Notification,
  Paper,
  Popover,
  Select,
  Table,
  Tooltip,
} from '@mantine/core'

const systemFonts = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

/** The scroll lock inserts a `<style>` element, which the content security policy forbids. */
const lockScroll = { lockScroll: false } as const

/**
 * The look of all components. The build turns it into CSS variables. Responsive props (`cols={{…}}`, `hiddenFrom`), AppShell, Grid and
 * SimpleGrid are not used, because they insert `<style>` elements; CSS modules have the breakpoints instead.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  // White text on the lighter default shade has too little contrast.
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: systemFonts,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontFamily: systemFonts, fontWeight: '650' },
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Drawer: Drawer.extend({ defaultProps: lockScroll }),
    // Their `<header>` would be a second banner of the page.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Modal: Modal.extend({ defaultProps: { ...lockScroll, centered: true } }),
    // The placeholder is a child of role=menu without a role.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, p: 'md' } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md' } }),
    Select: Select.extend({ defaultProps: { checkIconPosition: 'right' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'xs' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    }),
  },
})
