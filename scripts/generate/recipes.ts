import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Recipe, recipes } from '../../web/src/recipes/recipes.ts'
import { toRequest } from '../../web/src/samples/to-request.ts'
import { type Sample, toSample } from './samples.ts'

/** Returns the call of a recipe as the documentation shows it: the task if there is one, which repeats the call. */
const toDocumentedCall = ({ call, task, file }: Recipe): Sample => {
  if (task) return { method: 'POST', path: '/v1/tasks', parameters: task }
  const { method, path } = toRequest(call, '')
  return { path, method, parameters: call.values, ...(file && { file }) }
}

const toSection = (recipe: Recipe): string =>
  [
    `## ${recipe.title}`,
    '',
    recipe.text,
    '',
    `![${recipe.alt}](../images/${recipe.image})`,
    '',
    toSample(toDocumentedCall(recipe)),
    '',
  ].join('\n')

/** Writes docs/guides/recipes.md. */
export const generateRecipes = (docsDir: string): Promise<void> =>
  writeFile(
    join(docsDir, 'guides', 'recipes.md'),
    [
      '# Recipes',
      '',
      '<!-- Generated from web/src/recipes/recipes.ts by scripts/generate/recipes.ts. -->',
      '',
      'Complete calls for common purposes. Copy one, or open it in the playground, where "Recipes" fills the form with any of them. They use the',
      'bundled demo page, so they work without a network.',
      '',
      ...recipes.map(toSection),
    ].join('\n'),
  )
