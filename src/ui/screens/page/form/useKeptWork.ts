import { useDebouncedCallback } from '@mantine/hooks';
import { useRouteContext } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FormDocument } from '../../../form/document.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { useChosenChange } from '../../../wire/useChosenChange.ts';
import { dropWork, findWork, type KeptWork, keepWork, type WorkPlace } from './keptWork.ts';

interface Options {
  readonly page: Pick<AdminPage, 'id' | 'createdAt'>;
  readonly form: FormDocument;
  /** The version that the form was read from. */
  readonly etag: RefObject<string | null>;
}

const TYPING_MS = 400;

/** Keeps what is typed in this browser until it is saved, and brings it back. */
export function useKeptWork({ page: { id, createdAt }, form, etag }: Options) {
  const { caller } = useRouteContext({ from: '/shell' });
  const { email } = caller;
  const change = useChosenChange()?.name;
  const [keptAt, setKeptAt] = useState<string>();
  /** Where it is known what is kept: nothing of it is dropped before. */
  const known = useRef<WorkPlace>(undefined);
  const keep = useDebouncedCallback(
    () => {
      const place = { email, change, page: id };
      // A browser that keeps nothing (a private window) is one where a closed window loses what is typed.
      if (form.isChanged()) void keepWork(place, workIn(form, etag.current, createdAt)).catch(() => undefined);
      else if (known.current?.change === change) void dropWork(place).catch(() => undefined);
    },
    { delay: TYPING_MS, flushOnUnmount: true },
  );

  useEffect(() => {
    let isOver = false;
    const place = { email, change, page: id };
    const before = known.current;
    async function look(): Promise<void> {
      if (before && form.isChanged()) {
        // Something else is worked on from here on, and what is typed has come along.
        await keepWork(place, workIn(form, etag.current, createdAt));
        await dropWork(before);
      } else {
        const work = await findWork(place);
        if (!isOver && work?.createdAt === createdAt && !form.isChanged() && bringBack(work, form, etag))
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

  return {
    keptAt,
    /** At once: what is saved, in this change, is not brought back to who leaves now. */
    forget: (saved: string | undefined) => {
      setKeptAt(undefined);
      return dropWork({ email, change: saved, page: id }).catch(() => undefined);
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

/** Puts the form back to where it was then: if somebody has changed the page since, saving merges. False where nothing is unsaved. */
function bringBack(work: KeptWork, form: FormDocument, etag: RefObject<string | null>): boolean {
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
