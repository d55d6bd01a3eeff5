import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDocument } from '../../../form/document.ts';
import { tellDone, tellProblem } from '../../../parts/dialog/tell.tsx';
import { ask } from '../../../wire/ask.ts';
import { useChooseChange, useChosenChange } from '../../../wire/useChosenChange.ts';
import { dropWork } from './keptWork.ts';

interface Options {
  readonly id: number;
  readonly form: FormDocument;
  /** Saves what is typed; quietly where nobody has asked for it. */
  save(status?: undefined, options?: { readonly isQuiet: boolean }): Promise<boolean>;
}

/** After a pause so long a draft saves itself. */
const PAUSE_MS = 2500;

/** The draft of a page that is live: a change that belongs to it alone. */
export function useDraft({ id, form, save }: Options) {
  const { t } = useTranslation();
  const chosen = useChosenChange();
  const choose = useChooseChange();
  const isDraft = chosen?.page === id;

  const saveSoon = useDebouncedCallback(() => {
    if (form.isChanged()) void save(undefined, { isQuiet: true });
  }, PAUSE_MS);
  useEffect(() => (isDraft ? form.subscribe(saveSoon) : undefined), [isDraft, form, saveSoon]);

  async function open(): Promise<boolean> {
    try {
      const { data } = await ask('POST /api/admin/pages/{id}/draft', { path: { id } });
      await choose(data);
      return true;
    } catch (error) {
      tellProblem(error);
      return false;
    }
  }

  return {
    /** Somebody works on something that is not live. */
    isInChange: chosen !== undefined,
    isDraft,
    open,
    async saveAsDraft(): Promise<void> {
      // It is kept with the draft from here on.
      await dropWork(id).catch(() => undefined);
      if ((await open()) && (await save())) tellDone(t('changes.draftSaved'));
    },
    /** What the draft says is live then, and the draft is gone. */
    async publish(): Promise<void> {
      if (!chosen || (form.isChanged() && !(await save()))) return;
      try {
        await ask('POST /api/admin/changes/{name}/publish', { path: { name: chosen.name }, body: {} });
        await choose(undefined);
        tellDone(t('page.published'));
      } catch (error) {
        tellProblem(error);
      }
    },
  };
}
