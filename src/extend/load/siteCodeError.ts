/** Everything that is wrong with the site's own code, one line each. It stops the start. */
export class SiteCodeError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(
      `The site's own code (QUIRE_CONFIG) cannot be used:\n${problems.map((one) => `  ${one}`).join('\n')}`,
      options,
    );
    this.name = 'SiteCodeError';
    this.problems = problems;
  }
}
