import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FrameState } from '../../../frame/protocol.ts';
import type { FrameColor, FrameTheme } from '../../../frame/types.ts';
import { isSameValue } from '../../form/values.ts';
import type { FrameConnection } from './connectFrame.ts';
import type { FrameHostProps } from './frameProps.ts';

/** Records are told of this long after the last key: copying a long page for each would slow down typing. */
const QUIET_MS = 400;

/** What a frame has been told. */
interface ToldState {
  /** The whole state at present. */
  read(): FrameState;
  /** The frame has proposed a value, so it knows it. */
  noteProposed(value: unknown): void;
  /** Tells the frame the value again, because its own was refused. */
  correct(): void;
}

/** Tells a frame what has changed of its state. Always returns the same object. */
export function useFrameState(
  given: FrameHostProps['state'],
  connection: RefObject<FrameConnection | undefined>,
): ToldState {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const scheme = useComputedColorScheme('light');
  const { value, record, locale, isReadOnly, hasHistory } = given;
  const latest = useRef({ ...given, language, scheme });
  latest.current = { ...given, language, scheme };
  /** What the frame knows. */
  const known = useRef<FrameState>(undefined);
  const [told] = useState<ToldState>(() => ({
    read() {
      const { scheme: shown, ...state } = latest.current;
      known.current = { ...state, theme: readTheme(shown) };
      return known.current;
    },
    noteProposed(proposed) {
      if (known.current) known.current = { ...known.current, value: proposed };
    },
    correct: () => connection.current?.tell({ value: latest.current.value }),
  }));

  const tell = useCallback(
    (changes: Partial<FrameState>): void => {
      if (!known.current) return;
      const names = Object.keys(changes) as (keyof FrameState)[];
      if (names.every((name) => isSameValue(changes[name], known.current?.[name]))) return;
      known.current = { ...known.current, ...changes };
      connection.current?.tell(changes);
    },
    [connection],
  );
  useEffect(() => tell({ value }), [tell, value]);
  useEffect(() => {
    const waiting = setTimeout(() => tell({ record }), QUIET_MS);
    return () => clearTimeout(waiting);
  }, [tell, record]);
  useEffect(() => tell({ locale, isReadOnly, hasHistory }), [tell, locale, isReadOnly, hasHistory]);
  useEffect(() => tell({ language }), [tell, language]);
  useEffect(() => tell({ theme: readTheme(scheme) }), [tell, scheme]);
  return told;
}

/** The variable of each colour. */
const COLORS: Readonly<Record<FrameColor, string>> = {
  text: '--mantine-color-text',
  quiet: '--quiet',
  ground: '--mantine-color-body',
  raised: '--raised',
  line: '--line',
  hover: '--hover',
  accent: '--mantine-primary-color-filled',
  'accent-text': '--mantine-primary-color-contrast',
  focus: '--focus',
  error: '--mantine-color-error',
};

/** How the interface looks at present. Variables of one document mean nothing in another, so it is told in values. */
function readTheme(scheme: FrameTheme['scheme']): FrameTheme {
  const probe = document.body.appendChild(document.createElement('span'));
  const readColor = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  try {
    const colors = Object.fromEntries(Object.entries(COLORS).map(([name, variable]) => [name, readColor(variable)]));
    const root = getComputedStyle(document.documentElement);
    const radius = root.getPropertyValue('--mantine-radius-md');
    // Each colour has its row in the table.
    return { scheme, colors: colors as FrameTheme['colors'], font: FONT, fontSize: root.fontSize, radius };
  } finally {
    probe.remove();
  }
}

/** The interface's own font is a file that a frame may not load. */
const FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif";
