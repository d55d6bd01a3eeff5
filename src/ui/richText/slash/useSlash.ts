import type { SuggestionProps } from '@tiptap/suggestion';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockCommand } from '../blocks.ts';
import type { Slash } from './slashMenu.ts';

type Suggestion = SuggestionProps<BlockCommand, BlockCommand>;

export interface SlashState {
  /** The callbacks for TipTap; the same object as long as the editor is open. */
  readonly slash: Slash;
  readonly suggestion: Suggestion | null;
  readonly active: number;
  setActive(index: number): void;
}

/** The state of the slash menu: its suggestions and the active one. */
export function useSlash(blocks: readonly BlockCommand[]): SlashState {
  const { t } = useTranslation();
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  const [active, setActive] = useState(0);
  const fits = (block: BlockCommand, query: string): boolean =>
    `${block.label(t)} ${block.words}`.toLowerCase().includes(query.toLowerCase());

  const latest = useRef<Slash>(null!);
  latest.current = {
    find: (query) => blocks.filter((block) => fits(block, query)),
    show: (props) => {
      if (props?.query !== suggestion?.query) setActive(0);
      setSuggestion(props);
    },
    press: ({ event: { key } }) => {
      const { items = [], command } = suggestion ?? {};
      const step = STEPS[key];
      const chosen = items[active];
      if (step !== undefined && items.length > 0) setActive((active + step + items.length) % items.length);
      else if ((key === 'Enter' || key === 'Tab') && chosen !== undefined) command?.(chosen);
      else return false;
      return true;
    },
  };
  const [slash] = useState(
    (): Slash => ({
      find: (query) => latest.current.find(query),
      show: (props) => latest.current.show(props),
      press: (key) => latest.current.press(key),
    }),
  );
  return { slash, suggestion, active, setActive };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
