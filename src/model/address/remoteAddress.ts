/** How a git host is reached. */
export type RemoteTransport = 'http' | 'ssh' | 'file';

/** How a git host is given: as the name of a configured remote, or as an address. */
export type RemoteAddress = { readonly name: string } | RemoteUrl;

/** What is fetched besides the upstream branches: nothing, the other branches, or pull requests as well. */
export type OtherRefs = 'upstream' | 'branches' | 'requests';

export interface RemoteUrl {
  /** Without user and password if the transport is http. */
  readonly url: string;
  readonly transport: RemoteTransport;
  readonly username?: string;
  readonly password?: string;
}

const MAX_LENGTH = 2000;
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/;
const HOST = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;
/** `git@host.example:folder/site.git`: ssh, as people write it. */
const SSH_PLACE = /^(?:[A-Za-z0-9_][\w.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]+:(?![-/:])[^\s:]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const UNPRINTABLE = /[\u0000-\u0020\u007f]/;

/**
 * Reads the address of a git host: the name of a remote, an https, http, ssh or file URL, `user@host:path`, or an absolute
 * path. Null for anything else: helpers (`ext::…`) could start any program, and a leading dash would make it an option.
 */
export function readRemote(text: string): RemoteAddress | null {
  if (text.length > MAX_LENGTH || text.startsWith('-') || text.includes('::') || UNPRINTABLE.test(text)) return null;
  if (text.startsWith('/')) return { url: text, transport: 'file' };
  if (/^[a-z]+:\/\//i.test(text)) return readRemoteUrl(text);
  if (SSH_PLACE.test(text)) return { url: text, transport: 'ssh' };
  return NAME.test(text) && !text.includes('..') && !text.endsWith('.lock') ? { name: text } : null;
}

const TRANSPORTS: Readonly<Record<string, RemoteTransport>> = {
  'https:': 'http',
  'http:': 'http',
  'ssh:': 'ssh',
  'file:': 'file',
};

function readRemoteUrl(text: string): RemoteUrl | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const transport = url ? TRANSPORTS[url.protocol] : undefined;
  if (!url || !transport || url.search || url.hash) return null;
  if (transport === 'file') return url.host === '' ? { url: url.href, transport } : null;
  if (!HOST.test(url.hostname) || url.pathname.length < 2 || url.pathname.startsWith('/-')) return null;
  if (transport === 'ssh') return url.password || url.username.startsWith('-') ? null : { url: url.href, transport };
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return {
    ...{ url: url.href, transport },
    ...(username && { username: decodeUrlPart(username) }),
    ...(password && { password: decodeUrlPart(password) }),
  };
}

/** Decodes as git does: a `%` that begins no escape stands for itself. */
function decodeUrlPart(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** The user and password of a URL; the user alone can be a secret, such as a token. */
const USER_OF_URL = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/]*@/gi;

/** A text without the user and password of any URL, and without these secrets in any usual encoding. */
export function hideSecrets(text: string, secrets: readonly string[] = []): string {
  const base64 = (plain: string): string => Buffer.from(plain).toString('base64');
  const formsOf = (secret: string): readonly string[] => [
    ...[base64(`x-access-token:${secret}`), base64(secret), encodeURIComponent(secret), secret],
  ];
  const forms = secrets.filter(Boolean).flatMap(formsOf);
  return forms.reduce((hidden, form) => hidden.replaceAll(form, '…'), text.replace(USER_OF_URL, '$1'));
}

/** Whether a branch may have this name (git-check-ref-format) and it cannot be taken for an option or a revision. */
export const isBranchName = (name: string): boolean =>
  name.length <= 200 &&
  name.split('/').every((part) => /^[^.-]/.test(part) && !part.endsWith('.lock') && !part.endsWith('.')) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|^@$|\/\//.test(name);
