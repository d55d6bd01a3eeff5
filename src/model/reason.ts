/**
 * The reasons for refusals that people can meet, with the facts that each one names. Clients word them in their own
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
  linkSpent: [],
  tooManyLinks: [],
  tooManyKeys: ['count'],
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
  tooManyViews: ['count'],
  tooManyComments: ['count'],
  othersComment: [],
  passageGone: [],
  othersView: [],
  tooManyPreviews: ['count'],
  inTheWay: ['path'],
  branchInUse: ['branch'],
  branchInTheWay: ['branch'],
  webhookOff: [],
  effectsStopped: [],
  otherOrigin: [],
  role: ['role'],
  recordNeedsRole: ['kind', 'name', 'role'],
  fileNeedsRole: ['path', 'role'],
  noRight: ['right', 'kind', 'name'],
  noRightOnKind: ['right', 'kind'],
  noRightOnParts: ['right', 'kind', 'name', 'parts'],
  otherVersion: [],
  othersEdited: [],
  tooManyCommits: [],
  noCommit: [],
  foreignBranch: [],
  hostBranch: [],
  unreadableVersion: [],
  unrelated: [],
  finding: ['path'],
  noIdLeft: [],
  idTaken: ['kind', 'name'],
  fileGone: ['path'],
  addressInTheWay: ['value'],
  clash: [],
  strayEdit: ['path'],
  lessThan: ['n'],
  moreThan: ['n'],
  multiple: ['n'],
  repeated: [],
  mostLevels: ['count'],
  mostBytes: ['count'],
  noRoom: [],
  noRegion: ['name'],
  notAllowed: ['name'],
  insideItself: [],
  incomplete: [],
  nestedTerms: [],
  notHierarchical: [],
  fixed: [],
  shared: [],
  placed: [],
  inlineBlock: [],
  emptyFile: [],
  secretForm: [],
  secureUrl: [],
  urlWithPassword: [],
  privateAddress: [],
  headerName: [],
  headerReserved: [],
  headerValue: [],
  enterAgain: [],
  tooMuchWork: [],
  nothingToUndo: [],
  tooManyFiles: ['count'],
  ownWords: ['words'],
  extensionFailed: ['name'],
  laterThan: ['other'],
  earlierThan: ['other'],
  notEarlierThan: ['other'],
  notLaterThan: ['other'],
  equalTo: ['other'],
  otherThan: ['other'],
  notUnique: ['name'],
  hiddenParts: [],
  unseenRecords: [],
  passwordsOff: ['name'],
  providerOnly: ['name'],
  providerAway: ['name'],
  providerRefused: ['name'],
  providerDoubtful: ['name'],
  signInOver: ['name'],
  noAccount: ['name'],
  emailUnverified: ['name'],
  otherAccount: ['name'],
  emergencyAccount: ['name'],
  noRoleGiven: ['name'],
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

/** A value that is wrong in a way that only the message says. */
export const unfit = (message: string): Wording => because('unfit', message, {});

/** A value that is wrong in the words of the site's own rules, which are shown as they are. */
export const inOwnWords = (message: string): Wording =>
  because('ownWords', message, { words: `${message.charAt(0).toUpperCase()}${message.slice(1)}` });

/** A message alone says that a value is wrong. */
export const toWording = (what: string | Wording): Wording => (typeof what === 'string' ? unfit(what) : what);

/** A file of the repository stands where another is to be written. */
export const fileInTheWay = (path: string, message: string): Wording => because('inTheWay', message, { path });
