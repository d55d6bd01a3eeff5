/** The problems that are errors: what is merely warned of says nothing of what a test is about. */
// biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
export const errorsOf = (problems: readonly any[]): readonly any[] =>
  problems.filter(({ severity }) => severity === 'error');
