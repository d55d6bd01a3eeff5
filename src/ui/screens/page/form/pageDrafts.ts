import type { DraftedKind } from '../../../parts/draft/draftedKind.ts';
import { ask } from '../../../wire/ask.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { containsSent, reuseBlockKeys, toPageBody, toValues } from './pageValues.ts';

/** Pages, as forms with a draft edit them. */
export const pageDrafts: DraftedKind<AdminPage> = {
  kind: 'page',
  shownIn: ['page'],
  requestsFor(id) {
    const path = { id };
    return {
      read: (change, signal) => ask('GET /api/admin/pages/{id}', { path, change, ...(signal && { signal }) }),
      write: (options) => ask('PUT /api/admin/pages/{id}', { path, ...options }),
      readDraft: (signal) => ask('GET /api/admin/pages/{id}/draft', { path, ...(signal && { signal }) }),
      writeDraft: (options) => ask('PUT /api/admin/pages/{id}/draft', { path, ...options }),
      publishDraft: (options) => ask('POST /api/admin/pages/{id}/draft/publish', { path, ...options }),
      discardDraft: () => ask('DELETE /api/admin/pages/{id}/draft', { path }),
    };
  },
  isOnSite: ({ status }) => status === 'published',
  toValues: (page, versions) => (versions ? reuseBlockKeys(toValues(page), versions) : toValues(page)),
  toBody: toPageBody,
  holdsSent: containsSent,
};
