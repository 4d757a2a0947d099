/** A schedule expression or time zone that cannot be used. */
export class ExpressionError extends Error {}
