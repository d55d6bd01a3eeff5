import { type DraftForm, useDraftForm } from '../../../parts/draft/useDraftForm.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { pageDrafts } from './pageDrafts.ts';

export type PageForm = DraftForm<AdminPage>;

/** The form of a page, which the route has loaded. */
export const usePageForm = (id: number): PageForm => useDraftForm(pageDrafts, id);
