import type { AuditLog } from '../../auth/audit/auditLog.ts';
import { openStateFile } from '../../auth/stateFile.ts';
import type { Log } from '../../http/log/log.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isString } from '../../lib/json/isString.ts';
import type { ExtensionNeeds } from '../extension.ts';
import { type ExtensionIdentity, identifyExtension, type LoadedExtension } from '../loaded.ts';

interface NoteOptions {
  readonly extensions: readonly LoadedExtension[];
  readonly privateDir: string;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly log: Pick<Log, 'info'>;
  /** Called if the list of the last start cannot be read, or that of this one cannot be written. */
  onError(error: unknown): void;
}

/** What is remembered of an extension from one start to the next: the texts are compared and nothing else. */
type KnownExtensions = Readonly<Record<string, string>>;

/**
 * Lists the extensions of a start in the log. Those that are new, gone or other than at the last start are lines of the
 * audit log, too.
 */
export async function noteExtensions({ extensions, privateDir, audit, log, onError }: NoteOptions): Promise<void> {
  for (const one of extensions) {
    // A log shows nothing that is called a hash: it may be one of a password.
    const { hash: fingerprint, ...identity } = identifyExtension(one);
    log.info({ ...identity, fingerprint, needs: showNeeds(one) }, `Extension ${one.definition.name}`);
  }
  const state = await openStateFile({
    ...{ privateDir, name: 'extensions', onError },
    empty: () => ({ known: {} as KnownExtensions }),
    parse: (json) => ({ known: readKnown(json) }),
    show: ({ known }) => known,
  });
  const known = Object.fromEntries(extensions.map((one) => [one.definition.name, describeState(one)]));
  const changes = compareStarts(state.value.known, known);
  if (changes.length === 0) return;
  for (const [action, record] of changes)
    await audit.append({ actor: 'system', action: `extension.${action}`, record: `extension/${record}`, ok: true });
  state.value.known = known;
  await state.save().catch(onError);
}

/** What an extension needs, completely: a change of the order is none. */
export function showNeeds({ definition: { needs = {} } }: LoadedExtension): Required<ShownNeeds> {
  const { hosts = [], secrets = [], writes = null } = needs;
  return { hosts: [...hosts].sort(), secrets: [...secrets].sort(), writes };
}

type ShownNeeds = { readonly [K in keyof ExtensionNeeds]: ExtensionNeeds[K] | null };

/** The record of an audit line and all that it compares: `1.2.0 7d865e959b24 {"hosts":[],…}`. */
const describeState = (one: LoadedExtension): string => {
  const { version, hash }: ExtensionIdentity = identifyExtension(one);
  return `${version} ${hash} ${JSON.stringify(showNeeds(one))}`;
};

type StartChange = readonly [action: 'add' | 'update' | 'remove', record: string];

function compareStarts(before: KnownExtensions, now: KnownExtensions): readonly StartChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name): readonly StartChange[] => {
    const [was, is] = [before[name], now[name]];
    if (was === is) return [];
    if (is === undefined) return [['remove', name]];
    const [version, hash = ''] = is.split(' ');
    return [[was === undefined ? 'add' : 'update', `${name} ${version} ${hash.slice(0, 12)}`]];
  });
}

function readKnown(json: unknown): KnownExtensions {
  if (!isPlainObject(json) || !Object.values(json).every(isString)) throw new Error('The list of extensions is broken');
  // Every value is a text.
  return json as KnownExtensions;
}
