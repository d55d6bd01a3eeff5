import type { Page } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import { withDerivedValues } from '../../model/page/derivedValues.ts';
import type { RecordDraft } from '../action.ts';

/** The drafts with the values that the site's code derives for pages, whatever was sent in their place. */
export const deriveInDrafts = (drafts: readonly RecordDraft[], { lookup }: { readonly lookup: Lookup }) =>
  lookup.code.derived.isEmpty ? drafts : drafts.map((draft) => deriveInDraft(draft, lookup));

function deriveInDraft(draft: RecordDraft, { code, byKey }: Lookup): RecordDraft {
  const { kind, before, after } = draft;
  if (kind !== 'page' || after === null) return draft;
  // The kind says whose data these are.
  const [data, present] = [after.data as Page, before?.data as Page | undefined];
  const schema = byKey('contentType', data.type)?.data.fieldsSchema;
  const derived = withDerivedValues({ id: after.id ?? 0, data }, present?.fields, { code, schema });
  return derived === data ? draft : { ...draft, after: { ...after, data: derived } };
}
