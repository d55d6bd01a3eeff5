import i18next from 'i18next';

/** The server's English messages, by the name of the message that translates each. */
const WORDS = {
  required: /^is required$/,
  empty: /^must not be empty$/,
  mostCharacters: /^must (?:be|have) at most (?<count>[\d,]+) characters?$/,
  leastCharacters: /^must (?:be|have) at least (?<count>[\d,]+) characters?$/,
  mostItems: /^must have at most (?<count>[\d,]+) items?$/,
  leastItems: /^must have at least (?<count>[\d,]+) items?$/,
  most: /^must be at most (?<n>-?[\d.]+)$/,
  least: /^must be at least (?<n>-?[\d.]+)$/,
  whole: /^must be a whole number$/,
  number: /^must be a number$/,
  text: /^must be text$/,
  list: /^must be a list$/,
  url: /^must be (?:a URL|an http|a path).*$/,
  email: /^must be an e-mail address$/,
  slug: /^must be a slug.*$/,
  colour: /^must be a color.*$/,
  day: /^must be a date such.*$/,
  moment: /^must be an ISO 8601.*$/,
  locale: /^must be a language tag.*$/,
  pattern: /^must match (?:the pattern )?(?<pattern>.+)$/,
  oneOf: /^must be one of (?<choices>.+)$/,
  gone: /^does not exist$/,
  taken: /^"(?<value>.+)" is taken$/,
  folder: /^There is a folder "(?<name>.+)" already$/,
  translated: /^The page has a translation into .+$/,
  lastAdmin: /^The last admin cannot be (?:demoted|deleted)$/,
  themself: /^Nobody can delete themself$/,
  linkTarget: /^must have a url or a pageId$/,
  unfit: /^is not valid$/,
  setUpCode: /^The set-up token is not the one printed at start$/,
  setUpDone: /^Set-up is done: there is already a user$/,
  uncommitted: /^(?<path>.+) has (?:staged )?changes that are not committed$/,
  overtaken: /^.+ has just been changed by somebody else$/,
} as const;

/** The values that a message takes are the named groups of its pattern. */
const say = i18next.t as (key: `server.${keyof typeof WORDS}`, values: object) => string;

/** A message of the server in the language of the interface; undefined if it is not one that editors meet every day. */
export function knownServerWords(message: string): string | undefined {
  for (const [name, pattern] of Object.entries(WORDS)) {
    const found = pattern.exec(message);
    if (found) return say(`server.${name as keyof typeof WORDS}`, { ...found.groups, ...counted(found.groups) });
  }
  return undefined;
}

/** A message of the server in the language of the interface, or as it is if it is not known. */
export const serverWords = (message: string): string => knownServerWords(message) ?? message;

/** Reads a count that the server writes as `1,000`, so that it is formatted and pluralised in the reader's language. */
const counted = ({ count }: Readonly<Record<string, string>> = {}) => ({
  ...(count !== undefined && { count: Number(count.replaceAll(',', '')) }),
});
