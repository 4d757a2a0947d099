import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { MapPinOff } from './icons.tsx'
import { Page } from './page.tsx'
import { EmptyState } from './states.tsx'

/** The page of an address that does not exist. */
export const NotFound = () => (
  <Page title="Not found">
    <EmptyState icon={MapPinOff} title="This page does not exist">
      <Button component={Link} href="/" variant="default" mt="md">
        Go to the overview
      </Button>
    </EmptyState>
  </Page>
)
