import type { RecordParts } from '../../extend/featureParts.ts';
import { CmsError, invalidAt, notFound } from '../../model/errors.ts';
import type { ValuePath } from '../../model/reference.ts';
import type { CommitContent, PastRecord, RecordDiff } from '../../site/version/past.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { mediaFileAt } from '../../store/home.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import { chooseValues } from './chooseValues.ts';

/** A record that differs, and which of its values are meant; all of it if absent. */
export interface ChosenRecord {
  readonly kind: string;
  /** In the later version; of a deleted record, in the earlier one. */
  readonly key: string;
  readonly paths?: readonly ValuePath[];
}

interface Versions {
  readonly from: string;
  readonly to: string;
}

/**
 * What chosen records and values differ in between two commits: taken back, they are as the earlier one has them.
 *
 * @throws CmsError NOT_FOUND for a record that does not differ; VALIDATION for a value that cannot be brought by itself
 */
export async function readChosen(
  { from, to }: Versions,
  chosen: readonly ChosenRecord[],
  { site, proposals }: Pick<RecordParts, 'site' | 'proposals'>,
): Promise<CommitContent> {
  const { records: differing } = await proposals.compare(from, to);
  const wanted = chosen.map((one) => {
    const found = differing.find(({ kind, key }) => kind === one.kind && key === one.key);
    if (!found) throw notFound(`A difference of the ${one.kind} "${one.key}"`);
    return found;
  });
  const keys = new Set(wanted.flatMap(namesOfDifference));
  const hasMedia = wanted.some(({ kind }) => kind === 'media');
  const content = await site.history.readBetween(from, to, (path) => {
    const located = locateFile('content', path);
    return located ? keys.has(`${located.kind} ${located.key}`) : hasMedia && mediaFileAt(path) !== null;
  });
  const records = content.records.map((diff) => narrowDiff(diff, chosen));
  const files = new Set(records.flatMap(({ before, after }) => [mediaNameOf(before), mediaNameOf(after)]));
  return {
    ...content,
    records,
    mediaFiles: content.mediaFiles.filter(({ path }) => files.has(mediaFileAt(path) ?? undefined)),
    others: [],
  };
}

const namesOfDifference = ({ kind, key, renamedFrom }: RecordDifference): readonly string[] =>
  [key, renamedFrom].flatMap((one) => (one === undefined ? [] : [`${kind} ${one}`]));

const mediaNameOf = (past: PastRecord | null): string | undefined =>
  past?.kind === 'media' ? (past.data as { readonly filename?: string }).filename : undefined;

/** Only the values that were chosen differ. */
function narrowDiff(diff: RecordDiff, chosen: readonly ChosenRecord[]): RecordDiff {
  const { before, after } = diff;
  const { kind, key } = (after ?? before)!;
  const index = chosen.findIndex((one) => one.kind === kind && one.key === key);
  const paths = chosen[index]?.paths;
  if (!paths) return diff;
  if (!before || !after)
    throw invalidAt(['records', String(index), 'paths'], 'cannot be given for a record that is only in one version');
  try {
    return { before: { ...after, data: chooseValues({ from: before.data, to: after.data }, paths) }, after };
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    const details = error.details.map((detail) => ({ ...detail, path: ['records', String(index), ...detail.path] }));
    throw new CmsError(error.code, details);
  }
}
