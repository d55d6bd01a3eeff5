import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../parts/dialog/notify.tsx';
import { useFormScope } from './FormContext.tsx';
import type { FormStep } from './history.ts';

/** Tells what a step has removed from the form, with a button that brings back just that. */
export function useNotifyRemoved(): (name: string, step: FormStep | undefined) => void {
  const { t } = useTranslation();
  const { form } = useFormScope();
  return useCallback(
    (name, step) => step && notifySuccess(t('common.removed', { name }), () => form.revert(step)),
    [t, form],
  );
}
