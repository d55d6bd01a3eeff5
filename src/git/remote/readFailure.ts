import { cleanLine } from '../../lib/text/cleanLine.ts';
import { hideSecrets } from '../../model/address/remoteAddress.ts';
import { RemoteFailure, type RemoteFailureReason } from './remote.ts';

const MAX_SAID = 1000;
/** Lines in which git and hosts report progress. */
const PROGRESS =
  /^(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Resolving|Writing|Unpacking|Checking|Total|Delta|Updating|From |To |POST git-|Everything up-to-date|\s*$)/;

/** The words that give away a reason; the first that match count. In the language of `LC_ALL=C`. */
const SIGNS: readonly (readonly [RegExp, RemoteFailureReason])[] = [
  // The disk is the host's if it has rejected a push.
  [
    /^(?!.*(?:\[remote rejected\]|remote unpack failed)).*(?:No space left on device|ENOSPC|Disk quota exceeded)/i,
    'full',
  ],
  [/\[rejected\]|\(fetch first\)|non-fast-forward|not-fast-forward/, 'behind'],
  [/too large to be read without the git program/, 'large'],
  // Somebody pushed at the same moment.
  [/cannot lock ref|incorrect old value|reference already exists|failed to update ref|stale info/, 'behind'],
  // It has left a lock file here, or is running; git's advice about it says "terminated".
  [/Another git process seems to be running in this repository/, 'other'],
  [/\[remote rejected\]|pre-receive hook declined|remote unpack failed/, 'refused'],
  [/Authentication failed|could not read (?:Username|Password)|terminal prompts disabled/, 'auth'],
  [/Permission denied|Host key verification failed|access denied|HTTP (?:Error: )?40[13]|error: 40[13]/i, 'auth'],
  [/not found|does not appear to be a git repository|does not exist|error: 404|HTTP Error: 404|has moved/i, 'missing'],
  [
    /Could not resolve|Couldn't connect|Connection|timed out|unable to access|unable to connect|unreachable/i,
    'offline',
  ],
  [
    /fetch failed|other side closed|terminated|socket hang up|hung up|early EOF|RPC failed|broke off|index-pack failed|invalid index-pack|HTTP Error: (?:429|5\d\d)/i,
    'offline',
  ],
];

/** Makes a failure of what git or a host has said: its own words without progress, secrets and control characters. */
export function readFailure(text: string, secrets: readonly string[]): RemoteFailure {
  const said = cleanWords(text, secrets);
  const [, reason] = SIGNS.find(([sign]) => sign.test(said)) ?? [null, 'other' as const];
  return new RemoteFailure(reason, said);
}

function cleanWords(text: string, secrets: readonly string[]): string {
  const lines = hideSecrets(text, secrets)
    .split(/[\r\n]+/)
    .filter((line) => !PROGRESS.test(line))
    .map(cleanLine);
  const said = [...new Set(lines.filter(Boolean))].join('; ');
  return said.length > MAX_SAID ? `${said.slice(0, MAX_SAID)}…` : said;
}
