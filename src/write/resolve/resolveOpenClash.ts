import { type Actor, mayAct } from '../../model/access.ts';
import type { RecordClash } from '../../model/clash.ts';
import { entityOf } from '../../model/entities/index.ts';
import { forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Action, RecordDraft } from '../action.ts';
import { resolvesTrailer } from '../merge/clashTrailers.ts';
import { kindLabel } from '../records.ts';
import { type ClashResolution, createChoices } from './clashResolutions.ts';
import { type ClashFiles, draftResolutions } from './draftResolutions.ts';

/**
 * Resolves a clash that a merge with the git host has left. Commits even if the value stays: the commit records that
 * somebody chose it.
 *
 * @throws CmsError NOT_FOUND if the record is gone; FORBIDDEN if the actor may not write it
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
  async plan(context) {
    const { kind, key, path } = clash;
    const choices = createChoices([{ kind, key, path, ...choice }], { why: '', at: () => [] });
    const drafts = await draftResolutions({ clashes: [clash], choices, files }, context);
    for (const draft of drafts) requireAccess(draft, context.actor);
    return drafts;
  },
});

function requireAccess({ kind, before, after }: RecordDraft, { role }: Actor): void {
  const verb = after === null ? 'remove' : 'update';
  const needed = entityOf(kind).access[verb];
  if (mayAct(role, needed)) return;
  const what = after === null ? 'Deleting' : 'Changing';
  const message = `${what} ${kindLabel(kind).toLowerCase()} "${before?.key}" needs the role ${needed}`;
  throw forbidden(because('recordNeedsRole', message, { kind, name: `${before?.key}`, role: needed }));
}
