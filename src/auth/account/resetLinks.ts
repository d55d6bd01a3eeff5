import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isString } from '../../lib/json/isString.ts';
import type { User } from '../../model/entities/user.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Tokens } from '../session/tokens.ts';
import { openStateFile } from '../stateFile.ts';
import type { AccountLink, MakeAccountLink } from './accountLink.ts';

/** The links with which users set a new password. */
export interface ResetLinks {
  /** A link for a user, which survives a restart when it resolves; null if they have enough open ones. */
  create(user: Entry<User>): Promise<AccountLink | null>;
  /** The user of a link that still works. */
  find(tokenHash: string): Entry<User> | null;
  /** Whether a user is still what they were when a link was made. */
  isFor(tokenHash: string, user: Entry<User>): boolean;
  /** Ends all links of a user. */
  endOf(userId: number): Promise<void>;
}

/** What is stored of a link. */
interface StoredResetLink {
  readonly userId: number;
  /** Of password, role, sessions and e-mail at that time: the link ends when one of them changes. */
  readonly fingerprint: string;
  readonly expiresAt: string;
}

interface Options {
  readonly lookup: Lookup;
  readonly tokens: Pick<Tokens, 'fingerprint'>;
  readonly makeLink: MakeAccountLink;
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the file cannot be read: earlier links do not work then. */
  onError(error: unknown): void;
}

/** Each of them has been sent to the user: whoever asks for more makes no new mails. */
const MAX_OF_ONE = 3;

/** Keeps hashes of the links in `<privateDir>/state/reset-links.json`, so that the file opens nothing. */
export async function openResetLinks({
  lookup,
  tokens,
  makeLink,
  privateDir,
  clock,
  onError,
}: Options): Promise<ResetLinks> {
  const file = await openStateFile({
    ...{ privateDir, onError, name: 'reset-links', empty: () => new Map<string, StoredResetLink>(), parse: parseLinks },
    show: (links) => Object.fromEntries(links),
  });
  const links = file.value;
  const isOpen = ({ expiresAt }: StoredResetLink): boolean => expiresAt > clock().toISOString();
  const fingerprintOf = ({ id, data }: Entry<User>): string =>
    tokens.fingerprint(
      'reset',
      ...[id, data.passwordHash, data.role, data.sessionGeneration ?? 0, data.email].map(String),
    );

  const isFor = (tokenHash: string, user: Entry<User>): boolean => {
    const link = links.get(tokenHash);
    return link !== undefined && isOpen(link) && link.userId === user.id && link.fingerprint === fingerprintOf(user);
  };

  return {
    async create(user) {
      for (const [hash, link] of links) if (!isOpen(link)) links.delete(hash);
      const fingerprint = fingerprintOf(user);
      const own = [...links.values()].filter((link) => link.userId === user.id && link.fingerprint === fingerprint);
      if (own.length >= MAX_OF_ONE) return null;
      const link = makeLink('reset');
      links.set(link.tokenHash, { userId: user.id, fingerprint, expiresAt: link.expiresAt });
      try {
        await file.save();
      } catch (error) {
        links.delete(link.tokenHash);
        throw error;
      }
      return link;
    },
    find(tokenHash) {
      const user = lookup.get('user', links.get(tokenHash)?.userId ?? 0);
      return user && isFor(tokenHash, user) ? user : null;
    },
    isFor,
    async endOf(userId) {
      for (const [hash, link] of links) if (link.userId === userId) links.delete(hash);
      await file.save();
    },
  };
}

const parseLinks = (json: unknown): Map<string, StoredResetLink> => {
  if (!isPlainObject(json)) throw new Error('The file of reset links does not contain links');
  return new Map(Object.entries(json).filter(isLink));
};

const isLink = (entry: [string, unknown]): entry is [string, StoredResetLink] => {
  const [, link] = entry;
  return (
    isPlainObject(link) &&
    typeof link['userId'] === 'number' &&
    [link['fingerprint'], link['expiresAt']].every(isString)
  );
};
