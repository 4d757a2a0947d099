/** A fault that the person at the keyboard can remove. Its message is one sentence or two, and names the file or setting. */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

export const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error'
