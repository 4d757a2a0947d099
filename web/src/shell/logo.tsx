import { Text } from '@mantine/core'
import classes from './shell.module.css'

/** The name of the service with its mark. */
export const Logo = () => (
  <span className={classes.logo}>
    <img src="/dashboard/favicon.svg" alt="" width={26} height={26} />
    <Text span fw={650} size="lg">
      Stillframe
    </Text>
  </span>
)
