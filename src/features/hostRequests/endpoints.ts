import type { ReadableProposal, ReadableProposals } from '../../extend/featureParts.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult } from '../../http/result.ts';
import { conflict, invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { choice, label, nullable, object, text } from '../../model/schema/schema.ts';
import { describeEdits } from './describeEdits.ts';
import type { ChangeRequests } from './openRequests.ts';
import { CHANGE_REQUEST, showChangeRequest } from './view.ts';

interface Parts {
  /** As the caller may read them. */
  readonly proposals: Pick<ReadableProposals, 'get' | 'describe'>;
  readonly siteUrl: string;
  /** Null if no requests can be made. */
  find(): ChangeRequests | null;
}

const newRequest = object(
  {},
  {
    title: { ...label(200), description: 'By default the title of the change' },
    text: text({ maxLength: 10_000, description: 'What to say to reviewers, in Markdown; what differs is added' }),
    previewUrl: text({
      maxLength: 2000,
      description: 'The address of a preview to link to, such as `url` of `POST /auth/preview-session`',
    }),
  },
);

/** The pull or merge request of a change, at the git host (PEOPLE, 4). */
export const requestEndpoints = (parts: Parts): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes/:name/request',
    summary:
      'Read the pull or merge request of a change: its state, checks, approvals and builds; null if this server makes none',
    access: 'viewer',
    query: object({}, { known: { ...choice('true'), description: 'Tell what is known, without asking the git host' } }),
    result: dataResult(nullable(CHANGE_REQUEST)),
    async handle({ params: { name }, query }) {
      const proposal = await parts.proposals.get(name);
      const status = (await parts.find()?.status(proposal, { asksHost: query.known === undefined })) ?? null;
      return { data: status && showChangeRequest(status) };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/request',
    summary: 'Send a change to the git host and open a pull or merge request for it, or find the one that is open',
    access: 'editor',
    changes: 'change',
    lateWrites: 'written',
    body: newRequest,
    result: { ...dataResult(CHANGE_REQUEST), statuses: [200, 201] },
    async handle({ params: { name }, body, actor }) {
      const proposal = await parts.proposals.get(name);
      const wanted = { title: body.title ?? proposal.title, text: await writeRequestText(proposal, body, parts) };
      const { status, isNew } = await requireRequests(parts).open(proposal, wanted, actor);
      return { data: showChangeRequest(status), status: isNew ? 201 : 200 };
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/changes/:name/request',
    summary: 'Close the open pull or merge request of a change unmerged; the change stays',
    access: 'editor',
    changes: 'change',
    lateWrites: 'written',
    result: dataResult(CHANGE_REQUEST),
    handle: async ({ params: { name } }) => ({
      data: showChangeRequest(await requireRequests(parts).close(await parts.proposals.get(name))),
    }),
  }),
];

function requireRequests({ find }: Parts): ChangeRequests {
  const requests = find();
  if (requests) return requests;
  throw conflict(because('noRequests', 'There is no git host that takes requests: see GIT_REMOTE and GIT_TOKEN', {}));
}

interface RequestWords {
  readonly text?: string | undefined;
  readonly previewUrl?: string | undefined;
}

/** @throws CmsError CONFLICT if the change holds nothing */
async function writeRequestText(
  proposal: ReadableProposal,
  said: RequestWords,
  { proposals, siteUrl }: Parts,
): Promise<string> {
  const edits = await proposals.describe(proposal);
  if (edits.records.length === 0 && edits.files.length === 0)
    throw conflict(because('nothingToRequest', 'There is nothing in this change yet', {}));
  const preview = said.previewUrl === undefined ? [] : [`[Preview](${requirePreviewAddress(said.previewUrl)})`];
  const links = [...preview, `[Edit](${siteUrl}/admin/changes/${encodeURIComponent(proposal.name)})`];
  const parts = [withoutCommands(said.text ?? ''), describeEdits(edits), links.join(' · ')];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** GitLab would carry out lines such as `/merge` with the rights of the token. */
const withoutCommands = (words: string): string => words.trim().replace(/^([^\S\r\n\u2028\u2029]*)\//gm, '$1\\/');

/** @throws CmsError VALIDATION if a browser could not be led there, or Markdown would end the link earlier */
function requirePreviewAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || /[\s()<>]/.test(url.href))
    throw invalidAt(['previewUrl'], because('url', 'must be an http or https URL', {}));
  return url.href;
}
