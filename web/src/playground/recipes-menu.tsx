import { Button, Menu, Text } from '@mantine/core'
import type { RenderCall } from '../parameters/form-values.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { recipes } from '../recipes/recipes.ts'
import { BookOpen } from '../shared/icons.tsx'
import classes from './playground.module.css'

/** The URLs of the images of the documentation, by path. They are loaded when the menu is opened. */
const images = import.meta.glob<string>('../../../docs/images/recipe-*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Fills the form with the call of a recipe. */
export const RecipesMenu = ({ onChoose }: { onChoose: (call: RenderCall) => void }) => (
  <Menu position="bottom-end" width="min(25rem, calc(100vw - 2rem))">
    <Menu.Target>
      <Button variant="default" leftSection={<BookOpen size={16} aria-hidden />}>
        Recipes
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {recipes.map(({ title, call, image }) => (
        <Menu.Item
          key={title}
          onClick={() => onChoose(call)}
          leftSection={
            <img src={images[`../../../docs/images/${image}`]} alt="" className={classes.recipe} />
          }
          rightSection={
            <Text span size="xs" c="dimmed">
              {operationTitles[call.operation]}
            </Text>
          }
        >
          {title}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item component="a" href="/docs/guides/recipes" target="_self">
        All recipes with their results
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
