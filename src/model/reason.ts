/**
 * The reasons for refusals that people meet every day, with the facts that each one names. Clients word them in their own
 * language; the message says the same in English.
 */
export const REASONS = {
  required: [],
  empty: [],
  mostCharacters: ['count'],
  leastCharacters: ['count'],
  mostItems: ['count'],
  leastItems: ['count'],
  most: ['n'],
  least: ['n'],
  whole: [],
  number: [],
  text: [],
  list: [],
  url: [],
  email: [],
  slug: [],
  colour: [],
  day: [],
  moment: [],
  locale: [],
  pattern: ['pattern'],
  oneOf: ['choices'],
  gone: [],
  taken: ['value'],
  folder: ['name'],
  translated: ['locale'],
  lastAdmin: [],
  themself: [],
  linkTarget: [],
  unfit: [],
  setUpCode: [],
  setUpDone: [],
  uncommitted: ['path'],
  overtaken: ['path'],
  brokenFile: ['path'],
  used: ['names'],
  future: [],
  afterStart: [],
  under: ['prefix'],
  fileType: [],
  otherKind: [],
  unfitPicture: [],
  proposesOnly: [],
  hasTime: [],
  unseen: [],
  mayNotPublish: ['name'],
  unexpected: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ProblemReason = keyof typeof REASONS;
type Fact = string | number;

/** What is wrong: in English, and as data if it is one of the known reasons. */
export interface Wording {
  readonly message: string;
  readonly reason?: ProblemReason;
  readonly params?: Readonly<Record<string, Fact>>;
}

/** A known reason with its facts, and the message that says the same. */
export const because = <R extends ProblemReason>(
  reason: R,
  message: string,
  params: Readonly<Record<(typeof REASONS)[R][number], Fact>>,
): Wording => ({ message, reason, params });

/** A message alone has no known reason. */
export const toWording = (what: string | Wording): Wording => (typeof what === 'string' ? { message: what } : what);
