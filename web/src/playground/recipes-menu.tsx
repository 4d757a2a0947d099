import { Button, Menu, Text } from '@mantine/core'
import { BookOpen } from 'lucide-react'
import type { RenderCall } from '../parameters/form-values.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { recipes } from '../recipes/recipes.ts'

/** Fills the form with the call of a recipe. */
export const RecipesMenu = ({ onChoose }: { onChoose: (call: RenderCall) => void }) => (
  <Menu position="bottom-end" width={340}>
    <Menu.Target>
      <Button variant="default" leftSection={<BookOpen size={16} aria-hidden />}>
        Recipes
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {recipes.map(({ title, call }) => (
        <Menu.Item
          key={title}
          onClick={() => onChoose(call)}
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
