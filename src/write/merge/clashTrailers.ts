import { cleanLine } from '../../lib/text/cleanLine.ts';
import type { RecordClash } from '../../model/clash.ts';
import { KINDS } from '../../model/entities/index.ts';
import type { Kind } from '../../model/records.ts';

/** A clash as the message of its merge names it: any clone finds the rest in the two parents. */
export interface NamedClash extends Pick<RecordClash, 'clashId' | 'kind' | 'key' | 'id'> {
  readonly kind: Kind;
}

const NAME = 'Quire-Clash';

/** The line of a merge's message that names a clash. */
export const clashTrailer = ({ clashId, kind, id, key }: RecordClash): string =>
  `${NAME}: ${clashId} ${kind}/${id} ${cleanLine(key)}`;

const LINE = new RegExp(`^${NAME}: ([\\w-]{20}) (\\w{1,40})/(\\d{1,10}) (.{1,400})$`, 'gm');

/** The clashes that a message names. Anybody may have written the message. */
export const clashesNamedIn = (message: string): readonly NamedClash[] =>
  [...message.matchAll(LINE)].flatMap(([, clashId, name, id, key]) => {
    const kind = KINDS.find((known) => known === name);
    return kind ? [{ clashId: clashId!, kind, id: Number(id), key: cleanLine(key!) }] : [];
  });

/** The line of a commit's message that resolves a clash, in whichever clone it was made. */
export const resolvesTrailer = ({ clashId }: Pick<RecordClash, 'clashId'>): string => `Settles clash ${clashId}.`;

const RESOLVES = /^Settles clash ([\w-]{20})\.$/gm;

/** The ids of the clashes that a message resolves; that of squashed commits may resolve several. */
export const clashesResolvedIn = (message: string): readonly string[] =>
  [...message.matchAll(RESOLVES)].map(([, clashId]) => clashId!);

const KEPT = 'Quire-Kept';

/** The line that names a file whose lines clash, if it is not a record's file. */
export const conflictedFileTrailer = (path: string): string => `${KEPT}: ${cleanLine(path)}`;

const KEPT_LINE = new RegExp(`^${KEPT}: (.{1,1000})$`, 'gm');

export const conflictedPathsIn = (message: string): readonly string[] =>
  [...message.matchAll(KEPT_LINE)].map(([, path]) => path!);
