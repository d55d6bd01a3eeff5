import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import classes from './BlockIcon.module.css';

const NamedIcon = loadOnDemand(async () => (await import('./NamedIcon.tsx')).NamedIcon, { failed: null });

/** Splits a text into characters as people see them: a flag or a family is one. */
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const isEmoji = (character: string): boolean => /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character);

/** The icon of a block type: an emoji is shown as it is, anything else is the name of an icon, with a default. */
export function BlockIcon({ icon }: { readonly icon: string | null | undefined }) {
  const first = CHARACTERS.segment(icon ?? '').containing(0)?.segment ?? '';
  return (
    <span className={classes.icon} aria-hidden>
      {isEmoji(first) ? first : <NamedIcon name={icon ?? ''} />}
    </span>
  );
}
