import type { RecordClash } from '../../model/clash.ts';
import type { Action } from '../action.ts';
import { resolvesTrailer } from '../merge/clashTrailers.ts';
import { kindLabel } from '../records.ts';
import { type ClashResolution, createChoices } from './clashResolutions.ts';
import { type ClashFiles, draftResolutions } from './draftResolutions.ts';

/**
 * Resolves a clash that a merge with the git host has left. Commits even if the value stays: the commit records that
 * somebody chose it.
 *
 * @throws CmsError NOT_FOUND if the record is gone
 */
export const resolveOpenClash = (
  clash: RecordClash,
  choice: Pick<ClashResolution, 'take' | 'value'>,
  files: ClashFiles,
): Action => ({
  name: `${clash.kind}.update`,
  subject: `Settle ${kindLabel(clash.kind).toLowerCase()} "${clash.key}"${clash.path.length > 0 ? `, ${clash.path.join('.')}` : ''}`,
  note: resolvesTrailer(clash),
  alwaysCommits: true,
  plan(context) {
    const { kind, key, path } = clash;
    const choices = createChoices([{ kind, key, path, ...choice }], { why: '', at: () => [] });
    return draftResolutions({ clashes: [clash], choices, files }, context);
  },
});
