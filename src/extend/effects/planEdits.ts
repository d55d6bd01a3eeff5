import { checkTree } from '../../lib/json/checkTree.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { Media } from '../../model/entities/media.ts';
import type { Page } from '../../model/entities/page.ts';
import { refName } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import type { Action, PlanContext, RecordDraft } from '../../write/action.ts';
import { getRecord, updateDraft } from '../../write/records.ts';
import type { ProposalEdit } from './process/effectTask.ts';

type Values = ProposalEdit['values'];

/** As much as a request may hold (SECURITY, 9). */
const LIMITS = { maxDepth: 64, maxNodes: 100_000 };

/** Plans the edits of a proposal, in the order of its records. What is written is checked like any other write. */
export function planEdits(edits: readonly ProposalEdit[]): Action['plan'] {
  for (const edit of edits) requireKnown(edit);
  const records = new Map<string, readonly ProposalEdit[]>();
  for (const edit of edits) {
    const name = refName(edit);
    records.set(name, [...(records.get(name) ?? []), edit]);
  }
  return (context) => [...records.values()].map((one) => planRecord(one, context));
}

const KEYS = { page: ['title', 'fields'], media: ['title', 'altText'] } as const;

function requireKnown({ kind, id, values }: ProposalEdit): void {
  const known: readonly string[] = KEYS[kind];
  const unknown = Object.keys(values).find((key) => !known.includes(key));
  if (unknown !== undefined) throw invalidAt([kind, String(id), unknown], 'cannot be proposed');
  const { fields } = values;
  if (fields !== undefined && !isPlainObject(fields))
    throw invalidAt([kind, String(id), 'fields'], 'must be an object');
  const breach = checkTree(values, LIMITS);
  if (breach) throw invalidAt([kind, String(id), ...breach.path], breach.message);
}

/** Later edits of the same record count after earlier ones. */
function planRecord(edits: readonly ProposalEdit[], { lookup }: PlanContext): RecordDraft {
  // A group has at least one.
  const { kind, id } = edits[0]!;
  const values = edits.map((edit) => edit.values);
  if (kind === 'page') {
    const before = getRecord(lookup, 'page', id);
    return updateDraft('page', before, values.reduce(editPage, before.data));
  }
  const before = getRecord(lookup, 'media', id);
  return updateDraft('media', before, values.reduce(editMedia, before.data));
}

/** The result is checked against the schema of pages before it is written. */
const editPage = (page: Page, { fields, ...rest }: Values): Page =>
  ({ ...page, ...rest, fields: withoutNulls({ ...page.fields, ...(fields as object) }) }) as Page;

/** The same for media items. */
const editMedia = (media: Media, values: Values): Media => withoutNulls({ ...media, ...values }) as Media;

/** Files hold no empty values. */
const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
