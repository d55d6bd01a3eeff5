import { type FormValues, isSameValue } from '../../form/values.ts';
import type { DraftedKind } from '../../parts/draft/draftedKind.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminBlock } from '../../wire/interface.ts';

const KEYS = ['title', 'fields'];

const toBlockBody = (values: FormValues, saved: FormValues): FormValues =>
  Object.fromEntries(KEYS.filter((key) => !isSameValue(values[key], saved[key])).map((key) => [key, values[key]]));

/** Reusable blocks, as forms with a draft edit them. */
export const blockDrafts: DraftedKind<AdminBlock> = {
  kind: 'block',
  shownIn: ['block', 'page'],
  requestsFor(id) {
    const path = { id };
    return {
      read: (change, signal) => ask('GET /api/admin/blocks/{id}', { path, change, ...(signal && { signal }) }),
      write: (options) => ask('PUT /api/admin/blocks/{id}', { path, ...options }),
      readDraft: (signal) => ask('GET /api/admin/blocks/{id}/draft', { path, ...(signal && { signal }) }),
      writeDraft: (options) => ask('PUT /api/admin/blocks/{id}/draft', { path, ...options }),
      publishDraft: (options) => ask('POST /api/admin/blocks/{id}/draft/publish', { path, ...options }),
      discardDraft: () => ask('DELETE /api/admin/blocks/{id}/draft', { path }),
    };
  },
  isOnSite: () => true,
  toValues: ({ title, fields }) => ({ title: title ?? '', fields }),
  toBody: toBlockBody,
  holdsSent: (there, { sent, saved }) =>
    Object.keys(toBlockBody(sent, saved)).every((key) => isSameValue(there[key], sent[key])),
};
