import type { GitRepository } from '../../../git/repository.ts';
import type { MediaFiles } from '../../../media/mediaFiles.ts';
import type { Media } from '../../../model/entities/media.ts';
import type { Entry } from '../../../model/entry.ts';
import { object } from '../../../model/schema/schema.ts';
import { cropRules } from '../../../model/siteSettings.ts';
import type { Site } from '../../../site/site.ts';
import { showReverted } from '../../../view/admin/revision.ts';
import { REVERT_META, REVERTED } from '../../../view/shapes/revision.ts';
import type { RecordWriter, WriteResult } from '../../../write/action.ts';
import { revertCommit } from '../../../write/revert/revertCommit.ts';
import { revertFiles } from '../../../write/revert/revertFiles.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { readChoices, resolveInput } from '../../request/resolve.ts';
import { dataResult } from '../../result.ts';

export interface CommitDeps {
  readonly site: Site<RecordWriter>;
  readonly repo: Pick<GitRepository, 'objects'>;
  readonly files: Pick<MediaFiles, 'forget'>;
  /** Whether the file of a media item exists. */
  hasFile(filename: string): Promise<boolean>;
}

const revertBody = object(
  {},
  { resolve: resolveInput('`ours` is the present value, `theirs` is the value before the commit') },
);

/** Undoes commits, which the audit log lists (contract, "Merge by values"). */
export const commitEndpoints = ({ site, repo, files, hasFile }: CommitDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/commits/:commit/revert',
    summary: 'Undo a commit, made with Quire or by a developer, and keep later changes',
    access: 'editor',
    result: dataResult(REVERTED, { meta: REVERT_META, headers: ['X-Commit'] }),
    body: revertBody,
    async handle({ params, body, actor }) {
      const choices = readChoices(body.resolve ?? []);
      const content = await site.history.readCommit(params.commit);
      const edits = await revertFiles(content, { findBlob: repo.objects.findBlob, hasFile });
      const written = await site.write.write(revertCommit({ content, files: edits, choices }), actor);
      for (const gone of goneMedia(written)) await files.forget(gone, cropRules(site.store));
      const data = showReverted(content.commit, written.commit, written.changes);
      const answer = { data, commit: written.commit };
      return content.others.length > 0 ? { ...answer, meta: { leftOut: content.others } } : answer;
    },
  }),
];

const goneMedia = ({ changes }: WriteResult): readonly Entry<Media>[] =>
  changes.flatMap(({ kind, before, after }) =>
    // A change of this kind holds media items.
    kind === 'media' && before && !after ? [before as Entry<Media>] : [],
  );
