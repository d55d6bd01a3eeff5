import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { FrameRecord } from '../../frame/types.ts';
import { asSentence } from '../parts/asSentence.ts';
import type { WireProblem } from '../wire/WireError.ts';
import type { FormDocument, SetOptions } from './document.ts';
import { useHistoryKeys } from './useHistoryKeys.ts';
import type { FormPath } from './values.ts';

/** The form that a component is part of. */
export interface FormScope {
  readonly form: FormDocument;
  /** True if nothing can be changed. */
  readonly isReadOnly: boolean;
  /** Why the user may not change a value, in words; undefined where that is allowed. The same function for the same rights. */
  readonly lockOf?: ((path: FormPath) => string | undefined) | undefined;
  /** The language of the content, if it has one. */
  readonly locale: string | undefined;
  /** The record that it is about, if it is one. The same object as long as nothing in it has changed. */
  readonly record?: FormRecord | undefined;
}

export type FormRecord = Pick<FrameRecord, 'kind' | 'id' | 'type' | 'status'>;

const Context = createContext<FormScope | null>(null);

interface FormProviderProps extends FormScope {
  readonly children: ReactNode;
}

/** Provides a form to its inputs. Rendering it again renders none of them again. */
export function FormProvider({ children, form, isReadOnly, lockOf, locale, record }: FormProviderProps) {
  useHistoryKeys(form, isReadOnly);
  const scope = useMemo(
    () => ({ form, isReadOnly, lockOf, locale, record }),
    [form, isReadOnly, lockOf, locale, record],
  );
  return <Context value={scope}>{children}</Context>;
}

/** The same form, where nothing can be changed. */
export function ReadOnlyPart({ children }: { readonly children: ReactNode }) {
  const outer = useFormScope();
  const scope = useMemo(() => ({ ...outer, isReadOnly: true }), [outer]);
  return <Context value={scope}>{children}</Context>;
}

export function useFormScope(): FormScope {
  const scope = useContext(Context);
  if (!scope) throw new Error('No FormProvider above this component');
  return scope;
}

/** One value of the form, and a function that changes it. */
export function useValue(path: FormPath): readonly [unknown, (value: unknown, options?: SetOptions) => void] {
  const { form } = useFormScope();
  const value = useSyncExternalStore(form.subscribe, () => form.at(path));
  return [value, (next, options) => form.set(path, next, options)];
}

/** The message about the problem with one value, if there is one. */
export function useProblem(path: FormPath): string | undefined {
  const { form } = useFormScope();
  const message = useSyncExternalStore(form.subscribe, () => form.problemAt(path));
  return message === undefined ? undefined : asSentence(message);
}

/** The warning about one value, if there is one. */
export function useWarning(path: FormPath): string | undefined {
  const { form } = useFormScope();
  const message = useSyncExternalStore(form.subscribe, () => form.warningAt(path));
  return message === undefined ? undefined : asSentence(message);
}

/** All problems of the form. */
export function useProblems(): readonly WireProblem[] {
  const { form } = useFormScope();
  return useSyncExternalStore(form.subscribe, form.problems);
}

/** Whether a form has unsaved changes. */
export function useIsChanged(form: FormDocument): boolean {
  return useSyncExternalStore(form.subscribe, form.isChanged);
}
