/** A fault that the developer can fix. Its message is one or two sentences and names the file or setting. */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

export const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error'
