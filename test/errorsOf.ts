/** The problems that are errors; warnings do not matter to the tests that use this. */
// biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
export const errorsOf = (problems: readonly any[]): readonly any[] =>
  problems.filter(({ severity }) => severity === 'error');
