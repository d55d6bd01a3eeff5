import { Avatar } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import type { Present } from '../../../ui/wire/interface.ts';
import classes from './FieldMarks.module.css';
import { findFieldElement } from './trackField.ts';

interface FieldMarksProps {
  readonly people: readonly Present[];
}

/** Marks the fields that other people are in. The marks lie above the form, so nothing in it moves. */
export function FieldMarks({ people }: FieldMarksProps) {
  const { form } = useFormScope();
  const inFields = people.filter(({ field }) => field !== null);
  useRedrawOnChange(inFields.length > 0);
  const byElement = Map.groupBy(inFields, ({ field }) => field && findFieldElement(field, form));
  return [...byElement].map(([element, present]) =>
    element ? createPortal(<PersonMark people={present} />, element, element.dataset['path'] ?? 'title') : null,
  );
}

function PersonMark({ people }: FieldMarksProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.mark}>
      {people.map(({ type, id, name, picture, isWriting }) => (
        <span key={`${type} ${id}`} className={classes.person} title={t('presence.isHere', { name })}>
          {isWriting && (
            <span className={classes.words} dir="auto">
              {t('presence.isWriting', { name })}
            </span>
          )}
          <Avatar src={picture ?? null} name={name} color="accent" variant="filled" size={20} radius="xl" />
        </span>
      ))}
    </span>
  );
}

/** Renders again when elements come or go, because a field may be among them. */
function useRedrawOnChange(isWanted: boolean): void {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const main = document.querySelector('main');
    if (!isWanted || !main) return undefined;
    let frame: number | undefined;
    const observer = new MutationObserver(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        redraw();
      });
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [isWanted]);
}
