import type { Editor } from '@tiptap/core';
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { FormPath } from './values.ts';

export interface FieldMarkProps {
  readonly path: FormPath;
  readonly label: string;
}

export interface TextMarksProps {
  readonly path: FormPath;
  readonly editor: Editor;
}

/** What a feature adds to the form of a record. It comes after the form, so it must move nothing. */
export interface FormExtra {
  readonly name: string;
  /** In the upper corner of each field. */
  readonly FieldMark: ComponentType<FieldMarkProps>;
  /** In each editor of rich text. */
  readonly TextMarks: ComponentType<TextMarksProps>;
  /** What is beside the form while it is open, in words. */
  title(): string;
  /** Beside the form while it is open: see `FormRail`. */
  readonly Rail: ComponentType<object>;
  /** Shows nothing, and is there as long as the form. */
  readonly Background: ComponentType<object>;
}

/** What is open beside a form: the name of a `FormExtra`, and behind a slash what that shows. */
export interface FormRail {
  readonly shown: string | undefined;
  show(rail: string | undefined): void;
}

const Extras = createContext<readonly FormExtra[]>([]);
const Rail = createContext<FormRail>({ shown: undefined, show: () => undefined });

export const useFormRail = (): FormRail => useContext(Rail);

interface FormExtrasProps extends FormRail {
  /** The same list each time. */
  readonly load: readonly (() => Promise<FormExtra>)[];
  readonly children: ReactNode;
}

/** Loads what features add to a form once the form is shown. */
export function FormExtras({ load, shown, show, children }: FormExtrasProps) {
  const [extras, setExtras] = useState<readonly FormExtra[]>([]);
  useEffect(() => {
    let isOver = false;
    // The form works without them.
    void Promise.allSettled(load.map((one) => one())).then((settled) => {
      if (!isOver) setExtras(settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
    });
    return () => {
      isOver = true;
    };
  }, [load]);
  return (
    <Extras value={extras}>
      <Rail value={useMemo(() => ({ shown, show }), [shown, show])}>
        {children}
        {extras.map(({ name, Background }) => (
          <Background key={name} />
        ))}
      </Rail>
    </Extras>
  );
}

export const FieldExtras = (props: FieldMarkProps) =>
  useContext(Extras).map(({ name, FieldMark }) => <FieldMark key={name} {...props} />);

export const TextMarks = (props: TextMarksProps) =>
  useContext(Extras).map(({ name, TextMarks: Marks }) => <Marks key={name} {...props} />);

/** What is open beside the form; undefined until it is loaded. */
export function useOpenRail(): FormExtra | undefined {
  const { shown } = useFormRail();
  return useContext(Extras).find(({ name }) => name === shown?.split('/')[0]);
}

export function OpenRail() {
  const extra = useOpenRail();
  return extra ? <extra.Rail /> : null;
}
