import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useRouteContext } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormDocument } from '../../../form/document.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { useChosenChange } from '../../../wire/useChosenChange.ts';
import { dropWork, findWork, type KeptWork, keepWork, type WorkPlace } from './keptWork.ts';

interface Options {
  readonly page: Pick<AdminPage, 'id' | 'createdAt'>;
  readonly form: FormDocument;
  /** The version of the page that the form is based on. */
  readonly etag: RefObject<string | null>;
}

const TYPING_MS = 400;
/** Somebody who types without a pause has this much kept all the same, in case the browser crashes. */
const LONGEST_WAIT_MS = 2000;

/** Keeps unsaved work in this browser until it is saved, and restores it. */
export function useKeptWork({ page: { id, createdAt }, form, etag }: Options) {
  const { caller } = useRouteContext({ from: '/shell' });
  const { email } = caller;
  const change = useChosenChange()?.name;
  const [keptAt, setKeptAt] = useState<string>();
  /** The place whose kept work has been looked up. Before that, nothing is dropped. */
  const known = useRef<WorkPlace>(undefined);
  const keep = useDebouncedCallback(
    () => {
      const place = { email, change, page: id };
      // If the browser allows no storage (as in a private window), closing the window loses unsaved work.
      if (form.isChanged()) void keepWork(place, workIn(form, etag.current, createdAt)).catch(() => undefined);
      else if (known.current?.change === change) void dropWork(place).catch(() => undefined);
    },
    { delay: TYPING_MS, maxWait: LONGEST_WAIT_MS, flushOnUnmount: true },
  );

  useEffect(() => {
    let isOver = false;
    const place = { email, change, page: id };
    const before = known.current;
    async function look(): Promise<void> {
      if (before && form.isChanged()) {
        // Another change was chosen, and the unsaved work moves along.
        await keepWork(place, workIn(form, etag.current, createdAt));
        await dropWork(before);
      } else {
        const work = await findWork(place);
        if (!isOver && work?.createdAt === createdAt && !form.isChanged() && restoreWork(work, form, etag))
          setKeptAt(work.at);
      }
      if (!isOver) known.current = place;
    }
    void look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [id, email, change, createdAt, form, etag]);

  useEffect(() => form.subscribe(keep), [form, keep]);
  // The last words are kept, too, if the window is closed right after them. Not every browser says that it closes.
  useWindowEvent('beforeunload', () => keep.flush());
  useWindowEvent('visibilitychange', () => keep.flush());

  return {
    keptAt,
    /** Drops the kept work at once, now that it is saved to this change: leaving right away must not bring it back. */
    forget: (saved: string | null) => {
      setKeptAt(undefined);
      return dropWork({ email, change: saved ?? undefined, page: id }).catch(() => undefined);
    },
  };
}

const workIn = (form: FormDocument, etag: string | null, createdAt: string): KeptWork => ({
  values: form.values(),
  saved: form.saved(),
  etag,
  at: new Date().toISOString(),
  createdAt,
});

/**
 * Restores the form and the version it is based on: if somebody has changed the page since, saving merges. Returns false
 * if nothing is unsaved.
 */
function restoreWork(work: KeptWork, form: FormDocument, etag: RefObject<string | null>): boolean {
  const present = form.saved();
  const presentEtag = etag.current;
  etag.current = work.etag;
  form.rebaseTo(work.saved);
  for (const [key, value] of Object.entries(work.values)) form.set([key], value);
  for (const key of Object.keys(work.saved)) if (!Object.hasOwn(work.values, key)) form.set([key], undefined);
  if (form.isChanged()) return true;
  etag.current = presentEtag;
  form.rebaseTo(present);
  return false;
}
