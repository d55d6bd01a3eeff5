import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FormScope } from '../form/FormContext.tsx';
import { mayDo } from './rights.ts';
import { type RightsPage, useAboutPage } from './useMay.ts';

/** The parts of a page that several values of its form make up. */
const PART_OF_VALUE: Readonly<Record<string, string>> = {
  ...{ metaTitle: 'seo', metaDescription: 'seo', ogImage: 'seo', canonicalUrl: 'seo', robots: 'seo' },
};

interface PageRights extends Pick<FormScope, 'lockOf'> {
  /** Whether the user may change the page, or at least some parts of it. */
  readonly mayEdit: boolean;
}

/** What the user may change in a page. */
export function usePageRights(page: RightsPage): PageRights {
  const { caller } = useRouteContext({ from: '/shell' });
  const about = useAboutPage(page);
  return useMemo(() => {
    const { rules } = caller;
    const ask = (part?: string) => ({ right: 'update', kind: 'page', about, part }) as const;
    const mayEdit = mayDo(caller, ask());
    const lockOf: FormScope['lockOf'] = ([first, name]) => {
      const question = ask(first === 'fields' ? String(name) : (PART_OF_VALUE[String(first)] ?? String(first)));
      return mayDo(caller, question) ? undefined : rules?.explain(question);
    };
    return { mayEdit, lockOf: rules && mayEdit ? lockOf : undefined };
  }, [caller, about]);
}
