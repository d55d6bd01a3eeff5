import { lazy, Suspense } from 'react';
import classes from './BlockIcon.module.css';

const NamedIcon = lazy(async () => ({ default: (await import('./NamedIcon.tsx')).NamedIcon }));

/** Characters as people see them: a flag or a family is one. */
const SIGNS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const isEmoji = (sign: string): boolean => /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(sign);

/** The sign of a block type: an emoji as it is, else the icon of that name; one for all where it has none. */
export function BlockIcon({ icon }: { readonly icon: string | null | undefined }) {
  const sign = SIGNS.segment(icon ?? '').containing(0)?.segment ?? '';
  return (
    <span className={classes.icon} aria-hidden>
      {isEmoji(sign) ? (
        sign
      ) : (
        <Suspense>
          <NamedIcon name={icon ?? ''} />
        </Suspense>
      )}
    </span>
  );
}
