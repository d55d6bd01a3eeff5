import { trimEnd } from './lib/text/trimEnds.ts';
import { readSmtpAddress, type SmtpAddress } from './model/address/mailConfig.ts';
import { isBranchName, readRemote } from './model/address/remoteAddress.ts';
import { isIssuer } from './model/signIn/providerConfig.ts';
import { type RoleRule, readRoleRules } from './model/signIn/roleRules.ts';

/** One environment variable: a row of the table in `docs/variables.md`, of `.env.example` and of `readConfig`. */
export interface Variable<T = unknown> {
  /** As it would be written; null for unset. */
  readonly default: string | null;
  /** Completes "NAME is …, but should be …". */
  readonly expected: string;
  readonly about: string;
  /** Never shown, not even in an error. */
  readonly secret?: boolean;
  /** Returns the value, or undefined if the text is not as expected. */
  parse(text: string): T | undefined;
}

/** What a variable holds, and how it is read. */
export type VariableType<T> = Pick<Variable<T>, 'expected' | 'parse'>;

export const textVariable: VariableType<string> = { expected: 'a text', parse: (value) => value };

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const flagVariable: VariableType<boolean> = {
  expected: '"true" or "false"',
  parse: (value) => FLAGS.get(value.toLowerCase()),
};

export const integerVariable = (min: number, max: number): VariableType<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (value) =>
    /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
});

export const choiceVariable = <const V extends string>(...values: readonly V[]): VariableType<V> => ({
  expected: values
    .map((value) => `"${value}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  parse: (value) => values.find((known) => known === value),
});

export const addressVariable: VariableType<string> = {
  expected: 'an http or https URL without query, such as "https://example.org"',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
    return isPlain ? trimEnd(url.href, /\//) : undefined;
  },
};

/** An address with placeholders in braces for a page; its host is the same for all pages. */
export const previewVariable: VariableType<string> = {
  expected:
    'an http or https URL with {path}, {locale}, {token} or {ref} after its host, such as "https://example.org{path}?token={token}"',
  parse: (value) => {
    const [host = ''] = value.split('{');
    const filled = value.replaceAll('{path}', '/x').replaceAll(/\{(?:locale|token|ref)\}/g, 'x');
    if (!URL.canParse(host) || !URL.canParse(filled) || /[{}]/.test(filled)) return undefined;
    const { origin, protocol, username, password } = new URL(filled);
    const isPlain = /^https?:$/.test(protocol) && !username && !password && new URL(host).origin === origin;
    return isPlain ? value : undefined;
  },
};

export const originsVariable: VariableType<readonly string[]> = {
  expected: 'origins separated by commas, such as "https://admin.example.org,http://localhost:5173"',
  parse: (value) => {
    const list = value.split(',').map((origin) => origin.trim().replace(/\/$/, ''));
    return list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? list : undefined;
  },
};

export const proxiesVariable: VariableType<number> = {
  expected: '"false", "true" (one proxy) or the number of proxies in front (at most 10)',
  parse: (value) => {
    const isTrusted = flagVariable.parse(value);
    return isTrusted === undefined ? integerVariable(2, 10).parse(value) : Number(isTrusted);
  },
};

export const emailVariable: VariableType<string> = {
  expected: 'an e-mail address',
  parse: (value) => (/^[^\s@<>]+@[^\s@<>]+$/.test(value) && value.length <= 254 ? value : undefined),
};

export const smtpVariable: VariableType<SmtpAddress> = {
  expected: 'the URL of a mail server, such as "smtps://user:password@mail.example.org"',
  parse: (value) => readSmtpAddress(value.trim()) ?? undefined,
};

/** The part in front of an address in angle brackets: any printable text without those that mean something in a header. */
const SENDER = /^(?:[^\p{C}<>@",;:]{1,100} ?<([^<>]+)>|([^<>]+))$/u;

export const senderVariable: VariableType<string> = {
  expected: 'an e-mail address, such as "cms@example.org" or "Harbour News <cms@example.org>"',
  parse(value) {
    const [, named, bare] = SENDER.exec(value) ?? [];
    return emailVariable.parse(named ?? bare ?? '') && value;
  },
};

/** In hooks and in some shells, git's variable of the same name holds an address, which Quire ignores. */
export const authorEmailVariable: VariableType<'real' | 'private'> = {
  ...choiceVariable('real', 'private'),
  parse: (value) => (emailVariable.parse(value) ? 'real' : choiceVariable('real', 'private').parse(value)),
};

export const bytesVariable = (min: number, max: number, expected: string): VariableType<string> => ({
  expected,
  parse: (value) => (Buffer.byteLength(value) >= min && Buffer.byteLength(value) <= max ? value : undefined),
});

export const perMinuteVariable: VariableType<number | null> = {
  expected: '"off" or a number of requests from 1 to 1000000',
  parse: (value) => (value === 'off' ? null : integerVariable(1, 1_000_000).parse(value)),
};

export const passwordVariable: VariableType<string> = {
  expected: 'at least 8 characters and at most 72 bytes',
  parse: (value) => ([...value].length >= 8 && Buffer.byteLength(value) <= 72 ? value : undefined),
};

export const remoteVariable: VariableType<string> = {
  expected: 'the name of a remote, or an https, ssh or file URL, such as "https://github.com/owner/site.git"',
  parse: (value) => (readRemote(value.trim()) ? value.trim() : undefined),
};

export const branchVariable: VariableType<string> = {
  expected: 'the name of a branch, such as "main"',
  parse: (value) => (isBranchName(value) ? value : undefined),
};

export const branchesVariable: VariableType<readonly string[]> = {
  expected: 'names of branches separated by commas, such as "main,content"',
  parse: (value) => {
    const names = value.split(',').map((name) => name.trim());
    return names.every(isBranchName) && names.length <= 10 ? [...new Set(names)] : undefined;
  },
};

/** An issuer is compared letter by letter: it is kept as it is written. */
export const issuerVariable: VariableType<string> = {
  expected:
    'the https URL of one organisation at an OpenID Connect provider, such as "https://login.example.org/realms/acme"',
  parse: (value) => (isIssuer(value) ? value : undefined),
};

/** Names separated by blanks or commas. */
const wordsVariable = (word: RegExp, expected: string): VariableType<readonly string[]> => ({
  expected,
  parse: (value) => {
    const words = value.split(/[\s,]+/).filter(Boolean);
    return words.length > 0 && words.length <= 100 && words.every((one) => word.test(one)) ? words : undefined;
  },
});

/** RFC 6749, 3.3. */
export const scopesVariable = wordsVariable(
  /^[!#-[\]-~]+$/,
  'scopes separated by blanks, such as "openid email groups"',
);

const domains = wordsVariable(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/i, 'domains separated by commas, such as "example.org"');
export const domainsVariable: VariableType<readonly string[]> = {
  ...domains,
  parse: (value) => domains.parse(value)?.map((domain) => domain.toLowerCase()),
};

export const roleRulesVariable: VariableType<readonly RoleRule[]> = {
  expected: 'rules separated by commas, such as "groups:web-editors=editor, groups:web-admins=admin"',
  parse: readRoleRules,
};

/** A token; blanks around it are removed, because a file it comes from ends with a line break. */
export const tokenVariable: VariableType<string> = {
  expected: 'a token of at most 4096 bytes',
  parse: (value) => (/^[\x21-\x7e]{1,4096}$/.test(value.trim()) ? value.trim() : undefined),
};

export const secondsVariable = integerVariable(0, 31_536_000);
export const levelsVariable = choiceVariable('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent');
