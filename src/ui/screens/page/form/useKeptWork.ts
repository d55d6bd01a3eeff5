import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import type { FormDocument } from '../../../form/document.ts';
import { dropWork, findWork, keepWork } from './keptWork.ts';

interface Options {
  readonly id: number;
  readonly form: FormDocument;
  /** The version that the form was read from. */
  readonly etag: RefObject<string | null>;
}

const TYPING_MS = 400;

/** Keeps what is typed in this browser until it is saved, and brings it back. */
export function useKeptWork({ id, form, etag }: Options) {
  const [keptAt, setKeptAt] = useState<string>();
  const keep = useDebouncedCallback(() => {
    const work = { values: form.values(), saved: form.saved(), etag: etag.current, at: new Date().toISOString() };
    // A browser that keeps nothing (a private window) is one where a closed window loses what is typed.
    void (form.isChanged() ? keepWork(id, work) : dropWork(id)).catch(() => undefined);
  }, TYPING_MS);

  useEffect(() => {
    let isOver = false;
    void findWork(id)
      .then((work) => {
        if (isOver || !work || form.isChanged()) return;
        // As it was then: if somebody has changed the page since, saving merges.
        const present = form.saved();
        const presentEtag = etag.current;
        etag.current = work.etag;
        form.rebaseTo(work.saved);
        for (const [key, value] of Object.entries(work.values)) form.set([key], value);
        for (const key of Object.keys(work.saved)) if (!Object.hasOwn(work.values, key)) form.set([key], undefined);
        if (form.isChanged()) return setKeptAt(work.at);
        etag.current = presentEtag;
        form.rebaseTo(present);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [id, form, etag]);

  useEffect(() => form.subscribe(keep), [form, keep]);

  return {
    keptAt,
    /** At once: what is saved is not brought back to who leaves now. */
    forget: () => {
      setKeptAt(undefined);
      return dropWork(id).catch(() => undefined);
    },
  };
}
