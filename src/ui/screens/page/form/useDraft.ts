import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDocument } from '../../../form/document.ts';
import { tellDone, tellProblem, tellTrouble } from '../../../parts/dialog/tell.tsx';
import { ask } from '../../../wire/ask.ts';
import type { Change } from '../../../wire/interface.ts';
import { useChooseChange, useChosenChange } from '../../../wire/useChosenChange.ts';
import { isStale } from '../../../wire/WireError.ts';

interface Options {
  readonly id: number;
  readonly form: FormDocument;
  /** Saves the form to `change`; quietly if nobody has asked for it. */
  save(status?: undefined, options?: { readonly isQuiet?: boolean; readonly change?: string | null }): Promise<boolean>;
  /** Whether the form shows the page as it is now. */
  isShown(): Promise<boolean>;
}

/** A draft saves itself after a pause this long. */
const PAUSE_MS = 2500;

/** The draft of a live page: a change that belongs to this page alone. */
export function useDraft({ id, form, save, isShown }: Options) {
  const { t } = useTranslation();
  const chosen = useChosenChange();
  const choose = useChooseChange();
  const navigate = useNavigate();
  const isDraft = chosen?.page === id;

  const change = chosen?.name;
  // The edits go to the draft that they were made in, even if another change is chosen by then.
  const saveSoon = useDebouncedCallback((draft: string) => {
    if (form.isChanged()) void save(undefined, { isQuiet: true, change: draft });
  }, PAUSE_MS);
  useEffect(
    () => (isDraft && change !== undefined ? form.subscribe(() => saveSoon(change)) : undefined),
    [isDraft, change, form, saveSoon],
  );

  const [isBusy, setBusy] = useState(false);
  async function whileBusy<T>(act: () => Promise<T>): Promise<T> {
    setBusy(true);
    try {
      return await act();
    } finally {
      setBusy(false);
    }
  }

  /** Opens the draft, or creates it, and returns its name. */
  async function open(): Promise<string | undefined> {
    try {
      const { data } = await ask('POST /api/admin/pages/{id}/draft', { path: { id } });
      await choose(data);
      return data.name;
    } catch (error) {
      tellProblem(error);
      return undefined;
    }
  }

  async function saveAsDraft(): Promise<void> {
    const draft = await open();
    if (draft !== undefined && (await save(undefined, { change: draft }))) tellDone(t('changes.draftSaved'));
  }

  async function publish(): Promise<void> {
    if (!chosen || (form.isChanged() && !(await save()))) return;
    const path = { name: chosen.name };
    try {
      const { data: change } = await ask('GET /api/admin/changes/{name}', { path });
      if (!isOfPageAlone(change, id)) {
        await navigate({ to: '/changes/$name', params: path });
        return tellDone(t('changes.holdsMore'));
      }
      if (!(await isShown())) return tellTrouble(t('changes.stale'));
      const headers = { 'If-Match': `"${change.head}"` };
      await ask('POST /api/admin/changes/{name}/publish', { path, headers, body: {} });
      await choose(undefined);
      tellDone(t('page.published'));
    } catch (error) {
      if (isStale(error)) tellTrouble(t('changes.stale'));
      else tellProblem(error);
    }
  }

  return {
    /** Whether any change is being worked on, instead of what is live. */
    isInChange: chosen !== undefined,
    isDraft,
    /** Whether one of these actions is running. */
    isBusy,
    open: () => whileBusy(open),
    saveAsDraft: () => whileBusy(saveAsDraft),
    /** Makes the draft live, after which it no longer exists. */
    publish: () => whileBusy(publish),
  };
}

/** A draft may have come to include other records; those have to be reviewed before it goes live. */
const isOfPageAlone = ({ records, files }: Pick<Change, 'records' | 'files'>, page: number): boolean =>
  files.length === 0 && records.every(({ kind, id }) => kind === 'page' && id === page);
