import type { RecordParts } from '../../extend/featureParts.ts';
import { writeToNewChange } from '../../http/admin/change/writeToNewChange.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { paging } from '../../http/request/query.ts';
import { readChoices, resolveInput } from '../../http/request/resolve.ts';
import { dataResult, listResult } from '../../http/result.ts';
import { CONTENT_KINDS } from '../../model/entities/index.ts';
import { choice, label, list, namedSchema, object, type Schema, text } from '../../model/schema/schema.ts';
import { showRevertedRecords } from '../../view/admin/revision.ts';
import { CHANGED_RECORD } from '../../view/shapes/change.ts';
import { REVERTED_RECORDS } from '../../view/shapes/revision.ts';
import { arrayOf, contentKind, integerShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import { revertContents } from '../../write/revert/revertContents.ts';
import { revertFiles } from '../../write/revert/revertFiles.ts';
import { readChosen } from './bringOver.ts';
import { resolveVersion } from './resolveVersion.ts';

const version = (description: string) => text({ minLength: 1, maxLength: 300, description });
const FROM = 'A time, or the name of a change, branch or tag, or a commit';
const TO = 'The same; by default `now`: what is live, or the change that the request is about';

const page = paging({ defaultLimit: 100, maxLimit: 1000 });
const compareQuery = object(
  { from: version(FROM) },
  {
    to: version(TO),
    kind: { ...choice(...CONTENT_KINDS), description: 'Only records of this kind' },
    type: text({ maxLength: 200, description: 'Only records of this content type or block type, by its slug' }),
    ...page.schema,
  },
);

const step: Schema<string | number> = { type: ['string', 'integer'], maxLength: 1000 };
const bringBody = object(
  {
    from: version(FROM),
    records: list(
      object(
        { kind: text({ maxLength: 50 }), key: text({ maxLength: 1000 }) },
        {
          paths: list(list(step, { maxItems: 100 }), {
            maxItems: 1000,
            description: 'The values to bring over, by their paths in the comparison; by default all',
          }),
        },
      ),
      { minItems: 1, maxItems: 1000 },
    ),
  },
  {
    to: version(TO),
    title: label(200),
    resolve: resolveInput('`ours` is the present value, `theirs` is the one that is brought over'),
  },
);

const COMPARED_VERSION = object({ commit: stringShape, at: timeShape });
const COMPARE_META = namedSchema(
  'ComparisonMeta',
  object({
    ...{ total: integerShape, limit: integerShape, offset: integerShape },
    ...{ from: COMPARED_VERSION, to: COMPARED_VERSION },
    /** How many records of each kind and type differ, whatever was asked for. */
    counts: arrayOf(object({ kind: contentKind, type: orNull(stringShape), count: integerShape })),
    /** Other files that differ, such as pictures. */
    files: arrayOf(stringShape),
  }),
);
const BROUGHT = object({
  /** Null if nothing had to be written, and in the change that the request is about. */
  change: orNull(object({ name: stringShape, title: stringShape })),
  commit: orNull(stringShape),
  records: REVERTED_RECORDS,
});

/** Two versions of the site compared (MODEL, 3). */
export const compareEndpoints = (parts: RecordParts): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/compare',
    summary: 'Compare two versions of the site: the records that differ, value by value',
    access: 'viewer',
    query: compareQuery,
    result: listResult(namedSchema('ComparedRecord', CHANGED_RECORD), { meta: COMPARE_META }),
    async handle({ query }) {
      const { limit, offset } = page.read(query);
      const { from, to } = await resolveVersions(query, parts);
      const { records, files } = await parts.proposals.compare(from, to);
      const found = records.filter(
        (one) =>
          (query.kind === undefined || one.kind === query.kind) &&
          (query.type === undefined || typeOfDifference(one) === query.type),
      );
      return {
        data: found.slice(offset, offset + limit).map(({ subjects: _, ...record }) => record),
        meta: {
          ...{ total: found.length, limit, offset },
          ...{ from: await describeVersion(from, parts), to: await describeVersion(to, parts) },
          ...{ counts: countDifferences(records), files },
        },
      };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/compare/bring',
    summary: 'Bring records, or some of their values, over from another version of the site into a change',
    access: 'editor',
    body: bringBody,
    result: dataResult(BROUGHT),
    lateWrites: 'written',
    changes: 'change',
    async handle({ body, actor }) {
      const choices = readChoices(body.resolve ?? []);
      const versions = await resolveVersions(body, parts);
      const content = await readChosen(versions, body.records, parts);
      const files = await revertFiles(content, { findBlob: parts.repo.objects.findBlob, hasFile: parts.hasFile });
      const { at } = await describeVersion(versions.from, parts);
      const subject = body.title ?? `Bring over from ${at.slice(0, 10)}`;
      const note = `This brings over what ${versions.from} has.`;
      const action = revertContents({ contents: [content], files, choices, subject, note });
      const written = parts.isLive
        ? await writeToNewChange({ title: subject, action, actor }, parts.proposals)
        : { ...(await parts.site.write.write(action, actor)), change: null };
      const { change, commit, changes } = written;
      return { data: { change, commit, records: showRevertedRecords(changes) } };
    },
  }),
];

interface AskedVersions {
  readonly from: string;
  readonly to?: string;
}

const resolveVersions = async ({ from, to = 'now' }: AskedVersions, parts: RecordParts) => ({
  from: await resolveVersion({ name: from, field: 'from' }, parts),
  to: await resolveVersion({ name: to, field: 'to' }, parts),
});

async function describeVersion(commit: string, { repo }: Pick<RecordParts, 'repo'>) {
  return { commit, at: (await repo.objects.readCommit(commit)).committer.at.toISOString() };
}

/** Pages and blocks have a type. */
const typeOfDifference = ({ kind, subjects }: RecordDifference): string | null =>
  (kind === 'page' || kind === 'block' ? subjects?.at(-1)?.type : undefined) ?? null;

function countDifferences(records: readonly RecordDifference[]): readonly object[] {
  const counts = new Map<string, { kind: string; type: string | null; count: number }>();
  for (const record of records) {
    const [kind, type] = [record.kind, typeOfDifference(record)];
    const found = counts.get(`${kind} ${type}`) ?? { kind, type, count: 0 };
    found.count += 1;
    counts.set(`${kind} ${type}`, found);
  }
  return [...counts.values()];
}
